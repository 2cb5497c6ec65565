import { createHash } from 'node:crypto';

import type { Deps } from '#server/deps.ts';

import type { PreviewCard } from './draw-preview.ts';

export type Preview = { etag: string; bytes: Buffer };

type Card = Omit<PreviewCard, 'siteName' | 'picture'> & {
  /** File name in the media store, used as the background. */
  pictureFile?: string | undefined;
};

/**
 * Each preview is drawn once per content and stored in the media store, where all replicas find it. So a
 * crawler that requests every preview causes one drawing each.
 */
export async function getPreview(
  { media, config }: Pick<Deps, 'media' | 'config'>,
  card: Card,
): Promise<Preview> {
  const { drawPreview, previewVersion } = await import('./draw-preview.ts');
  const content = JSON.stringify([previewVersion, config.siteName, card]);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const name = `preview-${hash}.png`;
  const known = await media.get(name);
  if (known) return { etag: `"${hash}"`, bytes: known };
  const bytes = await inTurn(async () => {
    const { pictureFile, ...texts } = card;
    const picture = pictureFile ? await media.get(pictureFile) : undefined;
    return drawPreview({ ...texts, siteName: config.siteName, picture });
  });
  await media.put(name, bytes);
  return { etag: `"${hash}"`, bytes };
}

let last: Promise<unknown> = Promise.resolve();

/** One at a time: drawing uses a whole CPU core, and previews are not urgent. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}
