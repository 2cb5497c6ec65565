import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import type { Deps } from '#server/deps.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import { createWorkQueue } from '#server/lib/data/work-queue.ts';
import type { Appearance } from '#shared/endpoints/appearance.ts';
import type { LiveTopic } from '#shared/pages.ts';
import { createTheme } from '#shared/rules/theme.ts';

import type { PreviewCard } from './draw-preview.ts';

type Preview = { etag: string; bytes: Buffer };

type Card = Omit<PreviewCard, 'siteName' | 'picture' | 'logo' | 'shift'> & {
  /** File name in the media store, used as the background. */
  pictureFile?: string | undefined;
};

/**
 * Adds an address of link previews, such as /og/polls/:id.png. `describe` gets its parameters and reads public
 * data. Without topics, the preview is looked up for every request.
 */
export type AddPreview = (
  path: string,
  topics: readonly LiveTopic[] | undefined,
  describe: (params: Record<string, string>) => Promise<Card>,
) => void;

/** The owner's pictures, which features read and draw. */
export type OwnPictures = {
  readPicture(address: string): Promise<Buffer | undefined>;
  drawLogo(logo: NonNullable<Appearance['logo']>): Promise<Buffer | undefined>;
};

export function previewsOf(app: FastifyInstance, deps: Deps, pictures: OwnPictures): AddPreview {
  const cache = createTopicCache<Preview>(deps.live, 200);
  app.addHook('onClose', async () => cache.close());
  return (path, topics, describe) => {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const params = request.params as Record<string, string>;
      const make = async () => getPreview(deps, pictures, await describe(params));
      const key = `${path} ${JSON.stringify(params)}`;
      const { etag, bytes } = await (topics ? cache.get(key, topics, make) : make());
      reply
        .header('etag', etag)
        .header('cache-control', 'public, max-age=3600')
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/png');
      return request.headers['if-none-match'] === etag
        ? reply.status(304).send()
        : reply.send(bytes);
    });
  };
}

/**
 * Each preview is drawn once per content and stored in the media store, where all replicas find it. So a
 * crawler that requests every preview causes one drawing each.
 */
async function getPreview(
  { media, brand }: Pick<Deps, 'media' | 'brand'>,
  pictures: OwnPictures,
  card: Card,
): Promise<Preview> {
  const { drawPreview, previewVersion } = await import('./draw-preview.ts');
  const { name: siteName, palette, logo, hero } = await brand.read();
  const content = JSON.stringify([previewVersion, siteName, palette, logo, hero.picture, card]);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const name = `preview-${hash}.png`;
  const known = await media.get(name);
  if (known) return { etag: `"${hash}"`, bytes: known };
  const readHero = async () =>
    hero.picture.kind === 'own' ? pictures.readPicture(hero.picture.picture) : undefined;
  const bytes = await inTurn(async () => {
    const { pictureFile, ...texts } = card;
    const picture = pictureFile ? await media.get(pictureFile) : undefined;
    return drawPreview({
      ...texts,
      siteName,
      picture: picture ?? (await readHero()),
      logo: logo && (await pictures.drawLogo(logo)),
      shift: createTheme(palette),
    });
  });
  await media.put(name, bytes);
  return { etag: `"${hash}"`, bytes };
}

/** One at a time: drawing uses a whole CPU core, and previews are not urgent. */
const inTurn = createWorkQueue({ atOnce: 1 });
