import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Deps } from '#server/deps.ts';
import { storePicture } from '#server/features/media/media.service.ts';
import type { PostDraft } from '#shared/news.ts';
import { toTeaser } from '#shared/teaser.ts';

import { demoPosts } from './demo-posts.ts';
import { findUnpicturedPost, insertPost, setPicture } from './news.db.ts';

const day = 86_400_000;

/** Inserts only the texts, which is fast; drawNewsPictures adds the pictures after the start. */
export async function loadDemoNews({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (const { title, category, html, daysAgo } of demoPosts.toReversed()) {
    const content = html.trim().replaceAll(/\n\s*/g, '');
    const at = daysAgo === null ? null : new Date(Date.now() - daysAgo * day);
    const state = stateOf(at);
    await insertPost(
      db,
      {
        title,
        category,
        content,
        teaser: toTeaser(content),
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
export async function drawNewsPictures(
  deps: Deps,
  artFolder: string,
  signal: AbortSignal,
): Promise<void> {
  for (const { title, scene } of demoPosts) {
    if (signal.aborted) return;
    await drawPicture(deps, title, join(artFolder, 'scenes', `${scene}.svg`));
  }
}

async function drawPicture(deps: Deps, title: string, file: string): Promise<void> {
  const { db, live } = deps;
  const id = await findUnpicturedPost(db, title);
  if (id === undefined) return;
  const { default: sharp } = await import('sharp');
  const drawing = await sharp(await readFile(file))
    .resize({ width: 1600 })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { url } = await storePicture(deps, drawing);
  await setPicture(db, id, url.slice('/media/'.length));
  await live.publish(db, { topic: 'news', data: { id: String(id) } });
}
