import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';
import { changeBrand } from '#client/testing/test-site.ts';

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
  ready: [{ balance: 0, frozen: false, entries: [], ...noPage }, 'Nothing has moved yet'],
});

testStates('the top-ups in the wallet', {
  path: '/profile/wallet?view=top-ups',
  as: 'player',
  route: 'GET /api/shop/orders',
  loading: 'Loading your top-ups...',
  error: 'This list could not be loaded',
  ready: [{ orders: [], ...noPage }, 'No top-ups yet'],
});
