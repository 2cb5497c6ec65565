import { createHash } from 'node:crypto';

import type { RouteShorthandOptions } from 'fastify';

import type { Deps } from '#server/deps.ts';
import type { FeatureContext } from '#server/feature.ts';
import { getBrand } from '#server/features/appearance/brand.service.ts';
import { listNewestPosts } from '#server/features/news/news.service.ts';
import { listFeaturesOff } from '#server/lib/data/feature-switches.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import type { PublicAddress } from '#server/lib/pages/page-registry.ts';
import { documentedAs } from '#server/plugins/route.ts';
import type { Brand, IconSize } from '#shared/endpoints/appearance.ts';
import { getNewsFeed } from '#shared/endpoints/news.ts';
import { isPageOf } from '#shared/pages.ts';
import { fillSite, initialAppearance } from '#shared/rules/appearance-defaults.ts';
import { siteTexts } from '#shared/rules/site-texts.ts';

import { renderFeed } from './feed.ts';
import { escapeXml } from './xml.ts';

const feedLength = 20;

/** Feed, sitemap, robots.txt, web app manifest and link preview. */
export function registerSiteRoutes({ app, deps, pages, preview }: FeatureContext): void {
  const { config, live } = deps;
  const cache = createTopicCache<string>(live, 10);
  app.addHook('onClose', async () => cache.close());

  async function readSite() {
    const { name, icons } = await getBrand(deps);
    return { siteName: name, siteUrl: config.siteUrl, icon: icons?.['192'] ?? '/icon-192.png' };
  }

  function serve(
    path: string,
    type: string,
    make: () => Promise<string> | string,
    options: RouteShorthandOptions = { schema: { hide: true } },
  ): void {
    app.get(path, options, async (request, reply) => {
      const text = await make();
      const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
      reply.header('cache-control', 'public, max-age=300').header('etag', etag).type(type);
      return request.headers['if-none-match'] === etag
        ? reply.status(304).send()
        : reply.send(text);
    });
  }

  serve(
    getNewsFeed.path,
    'application/atom+xml; charset=utf-8',
    () =>
      cache.get('feed', ['news', 'site'], async () =>
        renderFeed(await listNewestPosts(deps, feedLength), await readSite()),
      ),
    documentedAs(getNewsFeed),
  );
  serve('/sitemap.xml', 'application/xml; charset=utf-8', () =>
    cache.get('sitemap', [...pages.listTopics(), 'site'], async () => {
      const off = await listFeaturesOff(deps);
      const addresses = await pages.listAddresses();
      return renderSitemap(
        addresses.filter(({ path }) => !isPageOf(off, path)),
        config.siteUrl,
      );
    }),
  );
  serve('/robots.txt', 'text/plain; charset=utf-8', () => renderRobots(config.siteUrl));
  serve('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', async () =>
    renderManifest(await getBrand(deps)),
  );
  preview('/og/site.png', ['site'], () => describeSite(deps));
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

function renderSitemap(addresses: PublicAddress[], siteUrl: string): string {
  const urls = addresses.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<url><loc>${escapeXml(siteUrl + path)}</loc>${changed}</url>\n`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}

function renderRobots(siteUrl: string): string {
  return `User-agent: *
Allow: /api/docs
Disallow: /admin
Disallow: /api/
Disallow: /auth/
Disallow: /idp/
Disallow: /profile
Disallow: /dev/

Sitemap: ${siteUrl}/sitemap.xml
`;
}

function renderManifest({ name: siteName, icons }: Brand): string {
  const icon = (size: number, purpose: string, name: IconSize) => ({
    src: icons?.[name] ?? `/icon-${name === 'maskable' ? 'maskable-512' : name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    name: siteName,
    short_name: siteName,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    lang: 'en',
    theme_color: '#14110f',
    background_color: '#14110f',
    icons: [icon(192, 'any', '192'), icon(512, 'any', '512'), icon(512, 'maskable', 'maskable')],
  });
}
