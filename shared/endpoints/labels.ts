import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { labelIcons, labelLimits, labelTones, toNameKey } from '../rules/labels.ts';

const newsEndpoint = endpointsOf('Labels', { permissions: ['news'] });
const eventEndpoint = endpointsOf('Labels', { permissions: ['events'] });

/** Posts and events store it. It is the label's first name and stays when the label is renamed. */
export function labelKey(message: string) {
  return z
    .string(message)
    .check(
      z.minLength(1, message),
      z.maxLength(labelLimits.key, message),
      z.regex(/^\P{Cc}*$/u, message),
    );
}

const look = { icon: z.enum(labelIcons), tone: z.enum(labelTones), isHidden: z.boolean() };

export type Label = z.infer<typeof Label>;
export const Label = z.object({ key: z.string(), name: z.string(), ...look });

/** In the order in which they are offered. Hidden ones are only shown where they are used. */
export type Labels = z.infer<typeof Labels>;
export const Labels = z.object({ news: z.array(Label), events: z.array(Label) });

const noName = 'Enter a name.';
const Name = z.string(noName).check(
  z.normalize(),
  z.overwrite((name) => name.replaceAll(/\s+/g, ' ')),
  z.trim(),
  z.minLength(1, noName),
  z.maxLength(labelLimits.name, `Use at most ${labelLimits.name} characters.`),
  // Also without invisible characters, with which two names could look the same.
  z.regex(/^\P{C}*$/u, 'Use letters, digits and signs that can be seen.'),
);

export type LabelLook = z.infer<typeof LabelLook>;
export const LabelLook = z.object({ name: Name, ...look });

const LabelDraft = z.extend(LabelLook, {
  /** Null for a new label. */
  key: z.nullable(labelKey('Use the key that was read.')),
});

export type LabelsDraft = z.infer<typeof LabelsDraft>;
export const LabelsDraft = z.object({
  /** The one that was read: a save based on an older one is refused. */
  version: z.string().check(z.maxLength(64)),
  /** All labels of the list, in order. Labels that are missing are deleted. */
  labels: z.array(LabelDraft).check(
    z.maxLength(labelLimits.most, `There can be at most ${labelLimits.most}.`),
    z.refine((labels) => labels.some((one) => !one.isHidden), 'At least one must be visible.'),
    z.check(({ value: labels, issues }) => {
      const at = findRepeated(labels.map(({ name }) => toNameKey(name)));
      if (at < 0) return;
      const message = 'This name is already in the list.';
      issues.push({ code: 'custom', input: labels, path: [at, 'name'], message });
    }),
    z.refine(
      (labels) => findRepeated(labels.flatMap(({ key }) => key ?? [])) < 0,
      'A label is in the list twice.',
    ),
  ),
});

function findRepeated(values: string[]): number {
  return values.findIndex((value, at) => values.indexOf(value) < at);
}

export type EditedLabel = z.infer<typeof EditedLabel>;
const EditedLabel = z.extend(Label, {
  /** How many posts or events have it. Only a label without any can be deleted. */
  uses: z.int(),
});

export type EditedLabels = z.infer<typeof EditedLabels>;
export const EditedLabels = z.object({ version: z.string(), labels: z.array(EditedLabel) });

export const getNewsCategories = newsEndpoint('GET /api/admin/news/categories', {
  summary: 'The news categories, hidden ones included, with how many posts have each.',
  response: EditedLabels,
});

export const saveNewsCategories = newsEndpoint('PUT /api/admin/news/categories', {
  summary:
    'Save the whole list. Fails with admin/outdated if someone saved it since, and with labels/in-use if a category of a post is missing.',
  body: LabelsDraft,
  response: EditedLabels,
});

export const getEventTypes = eventEndpoint('GET /api/admin/events/types', {
  summary: 'The event types, hidden ones included, with how many events have each.',
  response: EditedLabels,
});

export const saveEventTypes = eventEndpoint('PUT /api/admin/events/types', {
  summary:
    'Save the whole list. Fails with admin/outdated if someone saved it since, and with labels/in-use if the type of an event is missing.',
  body: LabelsDraft,
  response: EditedLabels,
});
