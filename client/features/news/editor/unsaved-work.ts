/**
 * Work that is not saved on the server yet, kept in this browser so that a reload, a crash or a lost
 * connection costs nothing. One slot per post and one for a new post, and beside each a slot for a
 * version set aside after somebody else saved first.
 */
import * as z from 'zod/mini';

import { PostFields } from './post-fields.ts';

export type UnsavedWork = z.infer<typeof UnsavedWork>;
const UnsavedWork = z.object({
  fields: PostFields,
  /** The version it was based on; null for a post that does not exist yet. */
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
    // Full or forbidden: the work is still on the screen, and leaving still warns.
    console.warn('Unsaved work could not be stored in this browser.', error);
  }
}

export function clearWork(slot: Slot, id: string | undefined): void {
  localStorage.removeItem(keyOf(slot, id));
}

function keyOf(slot: Slot, id: string | undefined): string {
  return `news-${slot}:${id ?? 'new'}`;
}
