import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { changeSite, makeTestSite, testPlayer } from '#client/testing/test-site.ts';
import { SwitchableFeature } from '#shared/endpoints/site-settings.ts';
import { isPageOf } from '#shared/pages.ts';

const everything = SwitchableFeature.options;
const paths = ['/events', '/polls', '/hiscores', '/shop', '/support'];
const hidden = Object.fromEntries(paths.map((path) => [path, null]));
const reads = [
  'GET /api/account/notifications',
  'GET /api/discord/link',
  'GET /api/events',
  'GET /api/hiscores/gains',
  'GET /api/hiscores/user/{username}',
  'GET /api/polls',
  'GET /api/shop/items',
  'GET /api/shop/payments',
] as const;
const noPurchases = { purchases: [], page: 1, pages: 1, total: 0 };

test.each<[string, string, 'visitor' | 'player' | 'admin']>([
  ['/', 'Your seat is free', 'visitor'],
  ['/profile/home', 'Open wallet', 'player'],
  ['/profile/settings', 'Settings', 'player'],
  ['/profile/status', 'Coming Soon!', 'player'],
  ['/profile/wallet', 'Nothing bought yet', 'player'],
  ['/admin/home', 'Needs Attention', 'admin'],
])('%s neither asks for nor leads to what is switched off', async (address, text, as) => {
  changeSite({
    featuresOff: everything,
    // The server answers so.
    brand: { ...makeTestSite().brand, builtInLinks: { header: hidden, footer: hidden } },
  });
  answerNothing();
  await renderPage(address, {
    as,
    answers: {
      'GET /api/users/{username}': { ...testPlayer, voted_polls: [] },
      'GET /api/shop/purchases': noPurchases,
    },
  });
  await screen.findAllByText(text);
  expect(reads.flatMap(requests)).toEqual([]);
  const links = [...document.querySelectorAll('a')].map(({ pathname }) => pathname);
  expect(links).toContain('/');
  expect(links.filter((path) => isPageOf(everything, path))).toEqual([]);
});

const panels = ['Next Event', 'Top Gains This Week', 'Open Poll'];

test.each([
  ['events', ['Top Gains This Week', 'Open Poll']],
  ['hiscores', ['Next Event', 'Open Poll']],
  ['polls', ['Next Event', 'Top Gains This Week']],
  ['shop', panels],
] as const)('with %s off, only its part of the home page is missing', async (feature, left) => {
  changeSite({ featuresOff: [feature] });
  answerNothing();
  await renderPage('/');
  await screen.findByText('Your seat is free');
  expect(panels.filter((panel) => screen.queryByText(panel) !== null)).toEqual(left);
});
