import type { FeatureContext } from '#server/feature.ts';
import { getServerStatus } from '#server/features/game-servers/servers.service.ts';
import { listNews } from '#server/features/news/news.service.ts';
import { firstRead } from '#server/lib/page-registry.ts';
import { homeNewsCount } from '#shared/news-display.ts';
import { queryKey } from '#shared/query-key.ts';

import { getLauncher } from './launcher.service.ts';

export function describeSitePages({ pages, deps }: FeatureContext): void {
  const { siteName, siteUrl } = deps.config;
  pages.addAddresses([], async () => [{ path: '/' }, { path: '/play' }]);

  pages.describe('/', async () => {
    const query = { limit: homeNewsCount, page: 1 };
    return {
      title: null,
      description: `${siteName} is a fan-made, free-to-play world of quests, bosses and skilling contracts. Read the latest news and start playing.`,
      jsonLd: {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: siteName,
        url: siteUrl,
      },
      data: [
        firstRead(queryKey('news', 'GET /api/news', { query }), await listNews(deps, query)),
        firstRead(queryKey('server', 'GET /api/server/status', {}), await getServerStatus(deps)),
      ],
    };
  });

  pages.describe('/play', async () => ({
    description: `Download the ${siteName} launcher and start playing. Free, fan-made, for every system that runs Java 11.`,
    data: [firstRead(queryKey('site', 'GET /api/launcher', {}), await getLauncher(deps))],
  }));
  pages.describe('/api/docs', () => ({
    description: `Every endpoint of the ${siteName} API, for developers who build tools with it.`,
  }));
}
