import * as z from 'zod/mini';

import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { readDemoTexts } from '#server/demo/content.ts';
import { storeDemoPicture } from '#server/demo/demo-picture.ts';
import type { Deps } from '#server/deps.ts';
import { toTeaser } from '#server/lib/html/teaser.ts';
import { PostDraft } from '#shared/endpoints/news.ts';

import { findUnpicturedPost, insertPost, setPicture } from './news.db.ts';

const DemoPost = z.strictObject({
  title: PostDraft.shape.title,
  category: PostDraft.shape.category,
  /** File name in server/demo/art/scenes. */
  scene: z.string(),
  /** Not given for a draft; negative for a scheduled post. */
  daysAgo: z.optional(z.coerce.number()),
  html: PostDraft.shape.content,
});

/** Newest first. */
function readPosts(): Promise<z.infer<typeof DemoPost>[]> {
  return readDemoTexts('news', DemoPost);
}

/** Inserts only the texts, which is fast; storeNewsPictures adds the pictures after the start. */
export async function loadDemoNews({ db }: Pick<Deps, 'db'>): Promise<void> {
  // One transaction, because each commit waits for the disk.
  await transaction(db, insertPosts);
}

async function insertPosts(db: Trx): Promise<void> {
  for (const { title, category, html, daysAgo } of (await readPosts()).toReversed()) {
    const at = daysAgo === undefined ? null : new Date(Date.now() - daysAgo * 86_400_000);
    const state = stateOf(at);
    await insertPost(
      db,
      {
        title,
        category,
        content: html,
        teaser: toTeaser(html),
        display_image: null,
        media_hash: null,
        state,
        publish_at: state === 'scheduled' ? at : null,
        updated_by: null,
      },
      state === 'published' ? at : null,
    );
  }
}

function stateOf(at: Date | null): PostDraft['state'] {
  if (!at) return 'draft';
  return at.getTime() > Date.now() ? 'scheduled' : 'published';
}

/** Newest post first. Skips posts that have a picture or were edited. */
export async function storeNewsPictures(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, live } = deps;
  for (const { title, scene } of await readPosts()) {
    if (signal.aborted) return;
    const id = await findUnpicturedPost(db, title);
    if (id === undefined) continue;
    await setPicture(db, id, await storeDemoPicture(deps, `scenes/${scene}`));
    await live.publish(db, { topic: 'news', data: { id: String(id) } });
  }
}
