import { createHash } from 'node:crypto';

import type { Deps } from '#server/deps.ts';

import type { PreviewCard } from './draw-preview.ts';

export type Preview = { etag: string; bytes: Buffer };

type Card = Omit<PreviewCard, 'siteName' | 'picture'> & {
  /** A file of the media store to stand behind the words. */
  pictureFile?: string | undefined;
};

/**
 * Drawn once for what it says and kept beside the other pictures: a crawler that asks for every
 * preview there is costs one drawing each, after which all replicas have it.
 */
export async function getPreview(
  { media, config }: Pick<Deps, 'media' | 'config'>,
  card: Card,
): Promise<Preview> {
  const { drawPreview, previewVersion } = await import('./draw-preview.ts');
  const says = JSON.stringify([previewVersion, config.siteName, card]);
  const hash = createHash('sha256').update(says).digest('hex').slice(0, 32);
  const name = `preview-${hash}.png`;
  const known = await media.get(name);
  if (known) return { etag: `"${hash}"`, bytes: known };
  const bytes = await inTurn(async () => {
    const { pictureFile, ...words } = card;
    const picture = pictureFile ? await media.get(pictureFile) : undefined;
    return drawPreview({ ...words, siteName: config.siteName, picture });
  });
  await media.put(name, bytes);
  return { etag: `"${hash}"`, bytes };
}

let last: Promise<unknown> = Promise.resolve();

/** One at a time: drawing fills a processor, and nobody waits long for a preview. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}
