import * as z from 'zod/mini';

import { checkValues } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { fromLocalInput, toLocalInput } from '#client/lib/local-input.ts';
import type { Label } from '#shared/endpoints/labels.ts';
import { Picture } from '#shared/endpoints/media.ts';
import { NewsState, PostDraft } from '#shared/endpoints/news.ts';
import type { EditedPost } from '#shared/endpoints/news.ts';

/** The form's values. A schema, because stored values in the browser may be from an older release. */
export type PostFields = z.infer<typeof PostFields>;
export const PostFields = z.object({
  title: z.string(),
  /** The key of a label. */
  category: z.string(),
  displayImage: z.nullable(z.string()),
  picture: z.nullable(Picture),
  content: z.string(),
  state: NewsState,
  /** Value of the date-time input, in the author's local time. */
  publishAt: z.string(),
});

export const blankFields: PostFields = {
  title: '',
  category: 'Game Updates',
  displayImage: null,
  picture: null,
  content: '',
  state: 'draft',
  publishAt: '',
};

/** A new post, with the first of these categories if the usual one cannot be chosen. */
export function fieldsOfNew(categories: readonly Label[]): PostFields {
  const category = categories.find(({ key }) => key === blankFields.category) ?? categories[0];
  return { ...blankFields, category: category?.key ?? blankFields.category };
}

export function fieldsOf(post: EditedPost): PostFields {
  const { title, category, displayImage, picture, content, state } = post;
  const publishAt = state === 'scheduled' ? toLocalInput(post.publishAt) : '';
  return { title, category, displayImage, picture, content, state, publishAt };
}

/** Ignores `picture`, which only describes `displayImage`. */
export function isSame(a: PostFields, b: PostFields): boolean {
  const names = ['title', 'category', 'displayImage', 'content', 'state', 'publishAt'] as const;
  return names.every((name) => a[name] === b[name]);
}

export function toDraft(fields: PostFields, now = Date.now()): Checked<PostDraft> {
  const isScheduled = fields.state === 'scheduled';
  const publishAt = isScheduled ? (fromLocalInput(fields.publishAt) ?? null) : null;
  const checked = checkValues(PostDraft, { ...fields, publishAt });
  if (!isScheduled || (publishAt !== null && Date.parse(publishAt) > now)) return checked;
  return { errors: { ...checked.errors, publishAt: 'Choose a publishing time in the future.' } };
}
