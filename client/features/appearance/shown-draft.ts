import * as z from 'zod/mini';

import { Appearance } from '#shared/appearance.ts';

/**
 * The draft as far as it can be shown: while the owner is typing, parts of it are invalid. An unfinished
 * entry of a list is left out; any other invalid part stays as it was shown before.
 */
export function toShownDraft(draft: Appearance, shown: Appearance): Appearance {
  const names = Object.keys(draft) as (keyof Appearance)[];
  const parts = names.map((name) => {
    const schema = Appearance.shape[name];
    const part: unknown = draft[name];
    const finished = Array.isArray(part)
      ? part.filter((entry) => z.safeParse(schema, [entry]).success)
      : part;
    const parsed = z.safeParse(schema, finished);
    return [name, parsed.success ? parsed.data : shown[name]];
  });
  return Object.fromEntries(parts) as Appearance;
}
