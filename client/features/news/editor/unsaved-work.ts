/** Each post has two slots: `work` for unsaved changes, `aside` for the author's version after someone else saved. */
import * as z from 'zod/mini';

import { PostFields } from './post-fields.ts';

export type UnsavedWork = z.infer<typeof UnsavedWork>;
const UnsavedWork = z.object({
  fields: PostFields,
  /** The version it is based on; null for a new post. */
  version: z.nullable(z.int()),
  at: z.string(),
});

export type Slot = 'work' | 'aside';

export function readWork(slot: Slot, id: string | undefined): UnsavedWork | undefined {
  try {
    const result = z.safeParse(
      UnsavedWork,
      JSON.parse(localStorage.getItem(keyOf(slot, id)) ?? ''),
    );
    return result.data;
  } catch {
    return undefined;
  }
}

export function writeWork(slot: Slot, id: string | undefined, work: Omit<UnsavedWork, 'at'>): void {
  try {
    const at = new Date().toISOString();
    localStorage.setItem(keyOf(slot, id), JSON.stringify({ ...work, at }));
  } catch (error) {
    // Storage is full or blocked. The work is still on the screen, and leaving still warns.
    console.warn('Unsaved work could not be stored in this browser.', error);
  }
}

export function clearWork(slot: Slot, id: string | undefined): void {
  localStorage.removeItem(keyOf(slot, id));
}

function keyOf(slot: Slot, id: string | undefined): string {
  return `news-${slot}:${id ?? 'new'}`;
}
