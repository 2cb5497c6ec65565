import type { FeatureContext } from '#server/feature.ts';
import { listUpcoming } from '#server/features/events/events.service.ts';
import { getServerStatus } from '#server/features/game-servers/servers.service.ts';
import { listTopGains } from '#server/features/hiscores/gains.service.ts';
import { listMilestones } from '#server/features/hiscores/milestones.service.ts';
import { listNews } from '#server/features/news/news.service.ts';
import { listPolls } from '#server/features/polls/polls.service.ts';
import { getShopOnHome } from '#server/features/shop/sales.service.ts';
import { isOn } from '#server/lib/data/feature-switches.ts';
import { firstRead } from '#server/lib/pages/page-registry.ts';
import type { SwitchableFeature } from '#shared/endpoints/site-settings.ts';
import { queryKey } from '#shared/query-key.ts';
import { fillSite } from '#shared/rules/appearance-defaults.ts';
import { homeNewsCount } from '#shared/rules/news-display.ts';
import { overall } from '#shared/rules/skills.ts';
import type { PageDatum } from '#shared/site.ts';

export function describeHomePage({ pages, deps }: FeatureContext): void {
  const newest = { limit: homeNewsCount, page: 1 };
  const first = { query: { limit: 1 } };
  const gains = { skill: overall, period: 'week' } as const;
  const ifOn = async (feature: SwitchableFeature, readFirst: () => Promise<PageDatum>) =>
    (await isOn(deps, feature)) ? [await readFirst()] : [];
  pages.addAddresses([], async () => [{ path: '/' }]);

  pages.describe('/', async () => ({
    title: null,
    ...(await describeSite(deps)),
    data: [
      firstRead(queryKey('news', 'GET /api/news', { query: newest }), await listNews(deps, newest)),
      firstRead(queryKey('server', 'GET /api/server/status', {}), await getServerStatus(deps)),
      ...(await ifOn('events', async () =>
        firstRead(queryKey('events', 'GET /api/events', first), await listUpcoming(deps, 1)),
      )),
      ...(await ifOn('hiscores', async () =>
        firstRead(
          queryKey('hiscores', 'GET /api/hiscores/gains', { query: gains }),
          await listTopGains(deps, gains),
        ),
      )),
      ...(await ifOn('hiscores', async () =>
        firstRead(
          queryKey('hiscores', 'GET /api/hiscores/milestones', {}),
          await listMilestones(deps),
        ),
      )),
      ...(await ifOn('shop', async () =>
        firstRead(queryKey('shop', 'GET /api/shop/on-home', {}), await getShopOnHome(deps)),
      )),
      ...(await ifOn('polls', async () =>
        firstRead(queryKey('polls', 'GET /api/polls', first), await listPolls(deps, 1)),
      )),
    ],
  }));
}

async function describeSite({ brand, config }: FeatureContext['deps']) {
  const { name, tagline } = await brand.read();
  const site = { '@context': 'https://schema.org', '@type': 'WebSite', name, url: config.siteUrl };
  return { description: fillSite(tagline, name), jsonLd: site };
}
