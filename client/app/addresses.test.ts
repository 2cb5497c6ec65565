import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';

import { createQueryClient } from '#client/lib/query-client.ts';
import { siteQuery } from '#client/lib/site.ts';
import { makeTestSite } from '#client/testing/test-site.ts';

import { createSiteRouter } from './router.tsx';

const queries = createQueryClient();
const label = { name: 'A label', icon: 'news', tone: 'gold', isHidden: false } as const;
queries.setQueryData(siteQuery.queryKey, {
  ...makeTestSite(),
  labels: {
    news: [
      { key: 'Events', ...label },
      { key: 'Dev Blogs', ...label },
    ],
    events: [
      { key: 'Bossing', ...label },
      { key: 'Community Game', ...label },
    ],
  },
});

const open = (url: string) =>
  createSiteRouter(createMemoryHistory({ initialEntries: [url] }), queries);
const home = open('/');

/** The address that the router puts in place of this one. */
function correct(url: string): string {
  const router = open(url);
  const { pathname: to } = router.latestLocation;
  return router.buildLocation({ to, search: true, _includeValidateSearch: true } as never).href;
}

test('links leave out defaults', () => {
  const { buildLocation } = home;
  expect(buildLocation({ to: '/news', search: { page: 1 } }).href).toBe('/news');
  expect(buildLocation({ to: '/news', search: { page: 2, category: 'Events' } }).href).toBe(
    '/news?page=2&category=Events',
  );
  expect(buildLocation({ to: '/hiscores', search: { skill: 'Overall', page: 1 } }).href).toBe(
    '/hiscores',
  );
  expect(buildLocation({ to: '/hiscores', search: { skill: 'Attack', page: 2 } }).href).toBe(
    '/hiscores?skill=Attack&page=2',
  );
  expect(
    buildLocation({
      to: '/admin/shop-logs',
      search: { view: 'purchases', page: 1, player: '2007', item: undefined },
    }).href,
  ).toBe('/admin/shop-logs?player=2007');
});

test.each([
  '/news',
  '/news?page=2&category=Dev+Blogs',
  '/news?utm_source=chat',
  '/polls?page=3&utm_source=chat',
  '/hiscores?player=1337',
  '/hiscores?player=Iron+Man',
  '/hiscores?compare=Marrow%2C+Old+Nite',
  '/events?event=12&month=2026-11&day=2026-11-20',
  '/events?type=Bossing',
  '/events?type=Community+Game&month=2026-11',
  '/admin/polls?poll=12',
  '/admin/shop?edit=new',
  '/admin/contracts?q=%22true%22',
  '/admin/users?rights=2&search=2007',
  '/login?redirect=%2Fevents%3Fevent%3D12',
  '/shop?session_id=cs_1',
  '/terms?page=abc',
])('the address %s stays as it is', (url) => {
  expect(correct(url)).toBe(url);
});

test.each([
  ['/news?page=abc&x=1', '/news?x=1'],
  ['/hiscores?skill=Attack&rank=0', '/hiscores?skill=Attack'],
  ['/events?month=2026-13', '/events'],
  ['/events?type=bossing', '/events'],
  ['/admin/home?days=8', '/admin/home'],
])('invalid values are removed from %s', (url, corrected) => {
  expect(correct(url)).toBe(corrected);
});

test('a name in quotes, as in old links, is read as text', () => {
  const router = open('/hiscores?player=%221337%22');
  const search = router.matchRoutes(router.latestLocation).at(-1)?.search;
  expect(search).toMatchObject({ player: '1337', skill: 'Overall', page: 1 });
});
