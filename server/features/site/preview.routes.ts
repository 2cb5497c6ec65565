import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Deps } from '#server/deps.ts';
import type { FeatureContext } from '#server/feature.ts';
import { getNewsPost } from '#server/features/news/news.service.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import { fillSite, initialAppearance } from '#shared/rules/appearance-defaults.ts';
import { readDate } from '#shared/rules/dates.ts';
import { siteTexts } from '#shared/rules/site-texts.ts';
import { readId } from '#shared/schemas.ts';

import { getPreview } from './preview.service.ts';
import type { Preview } from './preview.service.ts';

const hidden = { schema: { hide: true } };

/**
 * Link previews. A feature adds its own route /og/<feature>/<id>.png, which reads public data and passes
 * it to getPreview (players: /og/player/<name>.png).
 */
export function registerPreviewRoutes({ app, deps }: FeatureContext): void {
  const cache = createTopicCache<Preview>(deps.live, 50);
  app.addHook('onClose', async () => cache.close());

  app.get('/og/site.png', hidden, async (request, reply) => {
    const preview = await cache.get('site', ['site'], async () =>
      getPreview(deps, await describeSite(deps)),
    );
    return sendPreview(preview, request, reply);
  });

  app.get<{ Params: { id: string } }>('/og/news/:id.png', hidden, async (request, reply) => {
    const { id } = request.params;
    const preview = await cache.get(`news ${id}`, ['news', 'site'], async () => {
      const post = await getNewsPost(deps, readId(id));
      const { news } = await deps.brand.readLabels();
      const note = formatDate(readDate(post.createdAt));
      return getPreview(deps, {
        title: post.title,
        label: news.find(({ key }) => key === post.category)?.name ?? post.category,
        note,
        pictureFile: post.picture?.src.slice('/media/'.length),
      });
    });
    return sendPreview(preview, request, reply);
  });
}

/** A site with another hero than ours gets its title, and none of our texts beside the name. */
async function describeSite({ brand, config }: Pick<Deps, 'brand' | 'config'>) {
  const { name, hero, texts } = await brand.read();
  const label = fillSite(texts.linkPreview ?? siteTexts.linkPreview.original, name);
  if (hero.text !== initialAppearance(config.siteName).hero.text) {
    const note = fillSite(texts.linkPreviewNote ?? '', name);
    return { title: fillSite(hero.title, name), label, note };
  }
  const note = fillSite(texts.linkPreviewNote ?? siteTexts.linkPreviewNote.original, name);
  return { title: 'The old world as you remember it', label, note };
}

export function sendPreview(
  { etag, bytes }: Preview,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply
    .header('etag', etag)
    .header('cache-control', 'public, max-age=3600')
    .header('cross-origin-resource-policy', 'cross-origin')
    .type('image/png');
  return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.send(bytes);
}

function formatDate(date: Date | undefined): string {
  if (!date) return '';
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
