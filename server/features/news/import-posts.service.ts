import type { Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { PictureSource } from '#server/features/media/media.service.ts';
import { sanitiseHtml } from '#server/lib/sanitise-html.ts';
import { toTeaser } from '#server/lib/teaser.ts';

import { insertPost } from './news.db.ts';

type PostToImport = {
  title: string;
  /** The key of a label. */
  category: string;
  content: string;
  picture: PictureSource;
  createdAt: Date;
  authorId: number | null;
};

/** A published post of another site, with its date and author. */
export async function importPost(
  { config }: Pick<Deps, 'config'>,
  trx: Trx,
  post: PostToImport,
): Promise<number> {
  const content = await sanitiseHtml(post.content, config);
  const values = {
    title: post.title,
    category: post.category,
    display_image: post.picture.url,
    media_hash: post.picture.hash,
    content,
    teaser: toTeaser(content),
    state: 'published' as const,
    publish_at: null,
    updated_by: post.authorId,
  };
  const dates = { created_at: post.createdAt, updated_at: post.createdAt };
  return insertPost(trx, { ...values, ...dates }, post.createdAt);
}
