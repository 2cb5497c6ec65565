import type { Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { PictureSource } from '#server/features/media/media.service.ts';
import { sanitiseHtml } from '#server/lib/html/sanitise-html.ts';
import { toTeaser } from '#server/lib/html/teaser.ts';

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

/** A post of another site, with its date and author. It is scheduled if its date is in the future. */
export async function importPost(
  { config }: Pick<Deps, 'config'>,
  trx: Trx,
  post: PostToImport,
): Promise<number> {
  const now = new Date();
  const isScheduled = post.createdAt > now;
  const content = await sanitiseHtml(post.content, config);
  const values = {
    title: post.title,
    category: post.category,
    display_image: post.picture.url,
    media_hash: post.picture.hash,
    content,
    teaser: toTeaser(content),
    state: isScheduled ? ('scheduled' as const) : ('published' as const),
    publish_at: isScheduled ? post.createdAt : null,
    updated_by: post.authorId,
  };
  const at = isScheduled ? now : post.createdAt;
  const dates = { created_at: at, updated_at: at };
  return insertPost(trx, { ...values, ...dates }, isScheduled ? null : at);
}
