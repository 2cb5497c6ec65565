import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';
import { changeBrand } from '#client/testing/test-site.ts';
import type { OwnPurchase } from '#shared/endpoints/shop.ts';

const noPage = { page: 1, pages: 0, total: 0 };

test('the owner’s coin is in the header and in the wallet', async () => {
  changeBrand({ coinIcon: 'gem' });
  answerNothing();
  await renderPage('/profile/wallet', { as: 'player' });
  const tab = await screen.findByText('Top-ups');
  const purse = screen.getByLabelText('Store: 1,250 Testcoins');
  for (const place of [tab, purse]) {
    expect(place.querySelector('use')?.getAttribute('href')).toMatch(/#gem$/);
  }
});

test('the owner’s picture of a coin is shown instead of an icon', async () => {
  changeBrand({ coinPicture: '/media/coin-64.webp' });
  answerNothing();
  await renderPage('/profile/wallet', { as: 'player' });
  const purse = await screen.findByLabelText('Store: 1,250 Testcoins');
  expect(purse.querySelector('image')?.getAttribute('href')).toBe('/media/coin-64.webp');
  expect(purse.querySelector('use')).toBeNull();
});

testStates('the purchases in the wallet', {
  path: '/profile/wallet?view=purchases',
  as: 'player',
  route: 'GET /api/shop/purchases',
  loading: 'Loading your purchases...',
  error: 'This list could not be loaded',
  ready: [{ purchases: [], ...noPage }, 'Nothing bought yet'],
});

testStates('the statement in the wallet', {
  path: '/profile/wallet?view=statement',
  as: 'player',
  route: 'GET /api/wallet/statement',
  loading: 'Loading your statement...',
  error: 'This list could not be loaded',
  ready: [{ balance: 0, frozen: false, entries: [], ...noPage }, 'No transactions yet'],
});

testStates('the top-ups in the wallet', {
  path: '/profile/wallet?view=top-ups',
  as: 'player',
  route: 'GET /api/shop/orders',
  loading: 'Loading your top-ups...',
  error: 'This list could not be loaded',
  ready: [{ orders: [], ...noPage }, 'No top-ups yet'],
});

test('a delivery has a track while it is under way, and one line when it is over', async () => {
  answerNothing();
  const bought: Omit<OwnPurchase, 'id' | 'delivery'> = {
    itemName: 'Waiting lamp',
    quantity: 1,
    price: 650,
    createdAt: '2026-11-15T09:00:00.000Z',
    state: 'bought',
    image: null,
    picture: null,
  };
  const delivery = (state: 'queued' | 'delivered' | 'canceled') => ({
    state,
    events: [{ state, at: '2026-11-16T09:00:00Z' }],
  });
  const purchases: OwnPurchase[] = [
    { ...bought, id: '1', delivery: delivery('queued') },
    { ...bought, id: '2', itemName: 'Given lamp', delivery: delivery('delivered') },
    {
      ...bought,
      id: '3',
      itemName: 'Lost lamp',
      state: 'refunded',
      delivery: delivery('canceled'),
    },
  ];
  await renderPage('/profile/wallet', {
    as: 'player',
    answers: { 'GET /api/shop/purchases': { purchases, page: 1, pages: 1, total: 3 } },
  });
  await screen.findByLabelText('Delivery of Waiting lamp');
  expect(screen.queryByLabelText('Delivery of Given lamp')).toBeNull();
  const lineOf = (name: string) => screen.getByText(name).closest('li')!.textContent;
  expect(lineOf('Given lamp')).toMatch(/Delivered$/);
  expect(lineOf('Lost lamp')).toMatch(/Refunded$/);
});
