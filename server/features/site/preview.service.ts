import { createHash } from 'node:crypto';

import type { Deps } from '#server/deps.ts';
import { getIcon } from '#server/features/appearance/icons.service.ts';
import { readPicture } from '#server/features/media/media.service.ts';
import { createTheme } from '#shared/rules/theme.ts';

import type { PreviewCard } from './draw-preview.ts';

export type Preview = { etag: string; bytes: Buffer };

type Card = Omit<PreviewCard, 'siteName' | 'picture' | 'logo' | 'shift'> & {
  /** File name in the media store, used as the background. */
  pictureFile?: string | undefined;
};

/**
 * Each preview is drawn once per content and stored in the media store, where all replicas find it. So a
 * crawler that requests every preview causes one drawing each.
 */
export async function getPreview(
  deps: Pick<Deps, 'media' | 'brand' | 'db'>,
  card: Card,
): Promise<Preview> {
  const { media } = deps;
  const { drawPreview, previewVersion } = await import('./draw-preview.ts');
  const { name: siteName, palette, logo, hero } = await deps.brand.read();
  const content = JSON.stringify([previewVersion, siteName, palette, logo, hero.picture, card]);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const name = `preview-${hash}.png`;
  const known = await media.get(name);
  if (known) return { etag: `"${hash}"`, bytes: known };
  const bytes = await inTurn(async () => {
    const { pictureFile, ...texts } = card;
    const picture = pictureFile ? await media.get(pictureFile) : undefined;
    return drawPreview({
      ...texts,
      siteName,
      picture: picture ?? (await readHero(deps)),
      logo: logo && (await getIcon(deps, { logo, size: '96' })),
      shift: createTheme(palette),
    });
  });
  await media.put(name, bytes);
  return { etag: `"${hash}"`, bytes };
}

/** The owner's picture for the hero, if they have one. */
async function readHero(deps: Pick<Deps, 'media' | 'brand' | 'db'>) {
  const { picture } = (await deps.brand.read()).hero;
  return picture.kind === 'own' ? readPicture(deps, picture.picture) : undefined;
}

let last: Promise<unknown> = Promise.resolve();

/** One at a time: drawing uses a whole CPU core, and previews are not urgent. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}
