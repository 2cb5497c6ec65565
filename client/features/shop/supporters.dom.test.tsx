import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, requests } from '#client/testing/fake-fetch.ts';
import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { ShopItem } from '#shared/endpoints/shop.ts';
import type { ManagedSupporters } from '#shared/endpoints/supporters.ts';

import { AdminSupportersPage } from './admin-supporters-page.tsx';
import { supportersQuery, topUpSettingsQuery } from './admin/supporters.queries.ts';
import { CommunityGoal } from './community-goal.tsx';
import { onHomeQuery } from './shop.queries.ts';

const squire = {
  id: 3,
  name: 'Squire',
  icon: 'star',
  colour: 'moss',
  coins: 500,
  thanks: 'Thanks!',
  gameRank: 'squire',
  players: 7,
} as const;
const settings: ManagedSupporters = { isShown: true, goal: null, steps: [squire] };
const topUps = { currency: 'eur', centsPerCoin: 2, min: 300, max: 9000, daily: 1e6, monthly: 1e6 };
const payments = {
  ...topUps,
  provider: 'STRIPE',
  mode: 'live',
  shopOpen: true,
  agreementVersion: '1',
} as const;

test('admins edit ranks, the goal and packs, each sent with what it belongs to', async () => {
  const save = 'PUT /api/admin/supporters';
  const savePacks = 'PUT /api/admin/top-ups';
  const { user } = await renderPage('/admin/shop/supporters', {
    as: 'admin',
    answers: {
      'GET /api/admin/supporters': settings,
      'GET /api/admin/top-ups': topUps,
      'GET /api/shop/payments': payments,
      [save]: settings,
      [savePacks]: topUps,
    },
  });
  await user.click(await screen.findByLabelText('Edit Squire'));
  fireEvent.change(await screen.findByLabelText(/bought in total/), { target: { value: '750' } });
  fireEvent.change(screen.getByLabelText('Rank in the game'), { target: { value: '' } });
  await user.click(screen.getAllByText('Save').at(-1)!);
  await screen.findByText('The rank is saved.');
  const { players: _players, ...draft } = squire;
  expect(requests(save)[0]?.body).toMatchObject({
    isShown: true,
    goal: null,
    steps: [{ ...draft, coins: 750, gameRank: null }],
  });

  await user.click(screen.getByLabelText('Show a goal for this month on the home page'));
  fireEvent.change(screen.getByLabelText(/^Top-ups in a month, in EUR/), {
    target: { value: '19.99' },
  });
  await user.click(screen.getByText('Save'));
  await screen.findByText('Saved.');
  const goal = { text: 'This month’s server costs', amount: 1999, currency: 'eur' };
  expect(requests(save)[1]?.body).toMatchObject({ goal, steps: [{ id: 3 }] });

  await user.click(screen.getByText('Add Pack'));
  await user.click(screen.getByText('Save Packs'));
  await screen.findByText('The packs apply to new top-ups.');
  expect(requests(savePacks)[0]?.body).toEqual({ ...topUps, packs: [{ coins: 600, bonus: 60 }] });
});

test('the pack that is removed is the one beside the button, and a goal takes the currency of today', async () => {
  const save = 'PUT /api/admin/supporters';
  const savePacks = 'PUT /api/admin/top-ups';
  const goal = { text: 'A new keep', amount: 5000, currency: 'usd' } as const;
  const packs = [
    { coins: 600, bonus: 60 },
    { coins: 1200, bonus: 200 },
  ];
  const { user } = await renderPage('/admin/shop/supporters', {
    as: 'admin',
    answers: {
      'GET /api/admin/supporters': { ...settings, goal },
      'GET /api/admin/top-ups': { ...topUps, packs },
      'GET /api/shop/payments': payments,
      [save]: settings,
      [savePacks]: topUps,
    },
  });
  await user.click(await screen.findByLabelText(/^Remove the pack from 600 /));
  await user.click(screen.getByText('Save Packs'));
  await expect
    .poll(() => requests(savePacks)[0]?.body)
    .toEqual({ ...topUps, packs: [{ coins: 1200, bonus: 200 }] });
  await user.click(screen.getByText('Add Pack'));
  const added = screen.getAllByLabelText<HTMLInputElement>('From Testcoins').at(-1)!;
  expect(added.value).toBe('2400');
  await user.clear(added);
  await user.fill(added, '5000');
  await user.click(screen.getByLabelText(/^Remove the pack from 1,200 /));
  await user.click(screen.getByText('Save Packs'));
  await expect
    .poll(() => requests(savePacks)[1]?.body)
    .toEqual({ ...topUps, packs: [{ coins: 5000, bonus: 240 }] });
  for (const count of [2, 3, 4, 5, 6]) {
    await user.click(screen.getByText('Add Pack'));
    expect(screen.getAllByLabelText('Bonus')).toHaveLength(count);
  }
  expect(screen.queryByText('Add Pack')).toBeNull();
  await screen.findByLabelText(/^Top-ups in a month, in EUR/);
  await user.click(screen.getByText('Save'));
  await expect
    .poll(() => requests(save)[0]?.body)
    .toMatchObject({ goal: { ...goal, currency: 'eur' } });
});

test('packs and a goal that another admin changed replace those in the forms', async () => {
  const save = 'PUT /api/admin/supporters';
  const savePacks = 'PUT /api/admin/top-ups';
  const goal = { text: 'A new keep', amount: 5000, currency: 'eur' } as const;
  const { user } = await renderScreen(<AdminSupportersPage />, {
    address: '/admin/shop/supporters',
    as: 'admin',
    answers: {
      'GET /api/admin/supporters': settings,
      'GET /api/admin/top-ups': { ...topUps, packs: [{ coins: 600, bonus: 60 }] },
      'GET /api/shop/payments': payments,
      [save]: settings,
      [savePacks]: topUps,
    },
  });
  await screen.findByLabelText(/^Remove the pack from 600 /);
  await screen.findByLabelText('Edit Squire');
  const packs = [{ coins: 900, bonus: 100 }];
  act(() => {
    queryClient.setQueryData(topUpSettingsQuery.queryKey, { ...topUps, centsPerCoin: 3, packs });
    queryClient.setQueryData(supportersQuery.queryKey, { ...settings, isShown: false, goal });
  });
  await screen.findByLabelText(/^Remove the pack from 900 /);
  await user.click(screen.getByText('Save Packs'));
  await expect
    .poll(() => requests(savePacks).map(({ body }) => body))
    .toEqual([{ ...topUps, centsPerCoin: 3, packs }]);
  answer({ 'GET /api/admin/supporters': { ...settings, isShown: false, goal } });
  await user.click(screen.getByText('Save'));
  await expect.poll(() => requests(save)[0]?.body).toMatchObject({ isShown: false, goal });
});

test('an item that costs more than the balance says how much more, and can be pinned', async () => {
  const item: ShopItem = {
    id: '7',
    name: 'Crown',
    description: '',
    image: null,
    picture: null,
    price: testPlayer.wyncoins + 950,
    itemId: 1,
    quantity: 1,
    enabled: true,
    endsAt: null,
    stock: null,
    perPlayerLimit: null,
    deliverable: true,
  };
  const pin = 'PUT /api/shop/pinned';
  const { user } = await renderPage('/shop', {
    as: 'player',
    answers: {
      'GET /api/shop/items': [item],
      'GET /api/shop/mine': { frozen: false, bought: [], waiting: [] },
      'GET /api/shop/shelves': { categories: [], changesAt: null },
      'GET /api/shop/payments': payments,
      [pin]: undefined,
    },
  });
  const link = await screen.findByLabelText('950 more for Crown: top off and buy');
  await user.click(screen.getByLabelText('Pin Crown'));
  await expect.poll(() => requests(pin)[0]?.body).toEqual({ itemId: 7 });
  await user.click(link);
  await screen.findByLabelText(/^Then buy Crown for/);
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('950');
});

test('a rank is added and deleted beside the others, and a goal is taken away', async () => {
  const save = 'PUT /api/admin/supporters';
  const knight = { ...squire, id: 4, name: 'Knight', coins: 2000, gameRank: null, players: 2 };
  const goal = { text: 'A new keep', amount: 5000, currency: 'usd' } as const;
  const both = { isShown: false, goal, steps: [squire, knight] };
  const { user } = await renderPage('/admin/shop/supporters', {
    as: 'admin',
    answers: {
      'GET /api/admin/supporters': both,
      'GET /api/admin/top-ups': topUps,
      'GET /api/shop/payments': payments,
      [save]: both,
    },
  });
  const table = await screen.findByRole('table', { name: 'Supporter ranks' });
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [0, 1, 2, 3].map((at) => row.children[at]?.textContent),
  );
  expect(rows).toEqual([
    ['Squire', '500 TC', 'squire', '7'],
    ['Knight', '2,000 TC', '–', '2'],
  ]);
  await user.click(screen.getByLabelText('Delete Squire'));
  await user.click(await screen.findByText('Delete'));
  await screen.findByText('Deleted.');
  await user.click(screen.getByText('Add Rank'));
  await user.fill(await screen.findByLabelText('Name'), 'Lord');
  await user.fill(screen.getByLabelText(/bought in total/), '9000');
  await user.click(screen.getAllByText('Save').at(-1)!);
  await screen.findByText('The rank is saved.');
  expect(screen.getByLabelText<HTMLInputElement>(/^Show the icons of the ranks/).checked).toBe(
    false,
  );
  expect(screen.getByLabelText<HTMLInputElement>(/^Top-ups in a month/).value).toBe('50.00');
  await user.click(screen.getByLabelText(/^Show the icons of the ranks/));
  await user.click(screen.getByLabelText(/^Show a goal for this month/));
  await user.click(screen.getByText('Save'));
  await screen.findByText('Saved.');
  const [deleted, added, shown] = requests(save).map(({ body }) => body as ManagedSupporters);
  const idsOf = (body: ManagedSupporters | undefined) => body?.steps.map(({ id }) => id);
  expect(deleted).toMatchObject({ isShown: false, goal });
  expect(idsOf(deleted)).toEqual([4]);
  expect(idsOf(added)).toEqual([3, 4, undefined]);
  expect(added?.steps[2]).toEqual({
    name: 'Lord',
    coins: 9000,
    thanks: '',
    gameRank: null,
    icon: 'star',
    colour: 'gold',
  });
  expect(shown).toMatchObject({ isShown: true, goal: null });
  expect(idsOf(shown)).toEqual([3, 4]);
});

test('a rank is saved once, even if a player reached it while it was edited', async () => {
  const save = 'PUT /api/admin/supporters';
  const { user } = await renderScreen(<AdminSupportersPage />, {
    address: '/admin/shop/supporters',
    as: 'admin',
    answers: {
      'GET /api/admin/supporters': settings,
      'GET /api/admin/top-ups': topUps,
      'GET /api/shop/payments': payments,
      [save]: settings,
    },
  });
  await user.click(await screen.findByLabelText('Edit Squire'));
  const grown = { ...settings, steps: [{ ...squire, players: 8 }] };
  act(() => void queryClient.setQueryData(supportersQuery.queryKey, grown));
  await screen.findByText('8');
  await user.click(screen.getAllByText('Save').at(-1)!);
  await screen.findByText('The rank is saved.');
  const { players: _players, ...draft } = squire;
  expect(requests(save).map(({ body }) => body)).toEqual([
    { isShown: true, goal: null, steps: [draft] },
  ]);
});

test.each([
  [49_999, '99%', '$499.99 of $500.00'],
  [50_000, '100%', '$500.00 of $500.00: reached, thank you!'],
])(
  'a goal of 50,000 cents with %d says how far it is and who helped',
  async (raised, share, sums) => {
    const goal = { text: 'A new keep', amount: 50_000, raised, currency: 'usd' };
    const supporters = [{ username: 'Ada' }, { username: 'Bob' }];
    await renderScreen(<CommunityGoal />, {
      address: '/',
      answers: { 'GET /api/shop/on-home': { goal: { ...goal, supporters } } },
    });
    expect((await screen.findByText(/of \$500\.00/)).textContent).toBe(sums);
    screen.getByText(share);
    expect(screen.getByLabelText('Latest supporters').textContent).toBe('AdaBob');
    expect(screen.getByText('Support').closest('a')?.getAttribute('href')).toBe('/shop?topup=true');
    const none = { goal: { ...goal, supporters: [] } };
    act(() => void queryClient.setQueryData(onHomeQuery.queryKey, none));
    await expect.poll(() => screen.queryByLabelText('Latest supporters')).toBeNull();
    act(() => void queryClient.setQueryData(onHomeQuery.queryKey, {}));
    await expect.poll(() => screen.queryByText('This Month’s Goal')).toBeNull();
  },
);
