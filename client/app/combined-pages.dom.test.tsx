import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { changeSite, makeTestSite, testPlayer } from '#client/testing/test-site.ts';

import { AdminShopLogsPage } from './admin-shop-logs-page.tsx';
import { LogFilters } from './log-filters.tsx';
import { logsSearch } from './logs-search.ts';
import { SettingsPage } from './settings-page.tsx';

async function openSettings(livingCastle: boolean, featuresOff: ('events' | 'discord')[] = []) {
  changeSite({ featuresOff, brand: { ...makeTestSite().brand, livingCastle } });
  answerNothing();
  const view = await renderScreen(<SettingsPage />, {
    address: '/profile/settings',
    as: 'player',
    answers: {
      'GET /api/users/{username}': { ...testPlayer, voted_polls: [] },
      'GET /api/account/visibility': { isShownOnline: true },
      'GET /api/account/notifications': { eventReminders: true },
      'GET /api/discord/link': { isAvailable: true, name: null },
    },
  });
  await screen.findByText('Save Changes');
  return view;
}

test('the settings of a player have the panels of what the site offers', async () => {
  const parts = ['Remind me about events', 'Link Discord', 'Show when I am online'];
  const shown = () => parts.filter((text) => screen.queryByText(text));
  const { unmount } = await openSettings(true);
  await expect.poll(shown).toEqual(parts);
  unmount();
  await openSettings(false, ['events', 'discord']);
  expect(shown()).toEqual([]);
});

test('codes are redeemed in the wallet where there is a store', async () => {
  answerNothing();
  await renderPage('/profile/wallet', { as: 'player' });
  await screen.findByText('Redeem a Code');
  act(() => changeSite({ featuresOff: ['shop'] }));
  await expect.poll(() => screen.queryByText('Redeem a Code')).toBeNull();
});

test.each([
  ['purchases', ['Purchase number', 'Item name or id', 'Delivery']],
  ['top-ups', ['Order or payment id', 'State', 'Payment mode']],
] as const)(
  'the log of %s has filters of its own, and stays when one is used',
  async (view, own) => {
    const { user, router } = await renderScreen(<LogFilters search={logsSearch.read({ view })} />, {
      address: `/admin/shop-logs?view=${view}`,
      as: 'admin',
    });
    const labels = [...document.querySelectorAll('form label')].map((one) => one.textContent);
    expect(labels).toEqual(['Player', ...own, 'From', 'Until']);
    const [name, value, label] =
      view === 'purchases'
        ? ['Delivery', 'undeliverable', 'Undeliverable']
        : ['State', 'attention', 'Needs attention'];
    await user.selectOptions(screen.getByLabelText(name), label);
    await expect
      .poll(() => router.latestLocation.search)
      .toMatchObject({ view, [name.toLowerCase()]: value });
  },
);

test('the tabs of the log keep the player and the days, and start at the first page', async () => {
  const orders = 'GET /api/admin/orders';
  answerNothing();
  const { user } = await renderScreen(<AdminShopLogsPage />, {
    address: '/admin/shop-logs?player=oak&from=2026-11-01&page=3&id=7',
    as: 'admin',
  });
  const tabs = within(screen.getByRole('navigation', { name: 'Log' }));
  await expect
    .poll(() => requests('GET /api/admin/purchases').at(-1)?.query)
    .toMatchObject({ player: 'oak', from: '2026-11-01', page: '3', id: '7' });
  await user.click(tabs.getByText('Top-ups'));
  await expect
    .poll(() => requests(orders).at(-1)?.query)
    .toMatchObject({ player: 'oak', from: '2026-11-01', page: '1' });
});
