import * as z from 'zod/mini';

import { endpointsOf } from './endpoint.ts';
import { textNames } from './text-format.ts';

const endpoint = endpointsOf('Site');

export const TextName = z.enum(textNames);
export type TextName = z.infer<typeof TextName>;

/** A text the owner can edit. `readBlocks` describes the notation. */
export type SiteText = z.infer<typeof SiteText>;
export const SiteText = z.object({
  name: TextName,
  text: z.string(),
  /** Null for the default text. */
  updatedAt: z.nullable(z.string()),
});

const Params = z.object({ name: TextName });

export const getSiteText = endpoint('GET /api/site/texts/{name}', {
  access: 'public',
  summary: 'The terms or the privacy policy.',
  params: Params,
  response: SiteText,
  cachedUntil: ['site'],
});

export type EditedText = z.infer<typeof EditedText>;
export const EditedText = z.object({
  name: TextName,
  /** With the placeholders `{site}` and `{contact}`. */
  source: z.string(),
  updatedAt: z.nullable(z.string()),
});

export const getEditedText = endpoint('GET /api/admin/texts/{name}', {
  access: 'admin',
  summary: 'The source of a text, for the editor.',
  params: Params,
  response: EditedText,
});

export const updateSiteText = endpoint('PUT /api/admin/texts/{name}', {
  access: 'admin',
  summary: 'Replace a text; null restores the default.',
  params: Params,
  body: z.object({
    source: z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Enter a text, or restore the default.'),
          z.maxLength(50_000, 'The text is too long.'),
        ),
    ),
  }),
  response: EditedText,
});
