import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { changeSite, testPlayer } from '#client/testing/test-site.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';
import type { Order } from '#shared/endpoints/payments.ts';
import type { OwnPurchase } from '#shared/endpoints/shop.ts';

const purchase: OwnPurchase = {
  id: '1042',
  itemName: 'Lantern',
  quantity: 1,
  price: 0,
  createdAt: '2026-11-15T09:00:00.000Z',
  state: 'bought',
  image: null,
  picture: null,
  delivery: { state: 'queued', events: [] },
  gift: { isToMe: true, player: 'Ada', note: 'Hi', isReported: false },
};
const order: Order = {
  id: '5',
  state: 'paid',
  coins: 500,
  amount: 500,
  currency: 'eur',
  mode: 'sandbox',
  createdAt: '2026-11-15T09:00:00.000Z',
  paidAt: null,
  canceledAt: null,
  url: null,
  refunded: 0,
  clawed: 0,
  dispute: null,
};
const event: GameEvent = {
  id: '31',
  title: 'Night watch',
  description: 'Meet at the gate.',
  type: 'Bossing',
  dateTime: new Date(Date.now() + 2.5 * 86_400_000).toISOString(),
  interested: [],
  going: [],
  creatorId: 'Oak Warden',
  creatorRights: 2,
  communityManager: false,
  zone: 'Europe/London',
  sequence: 0,
};
const stats = { user_rights: 0, totalLevel: 3, totalExp: 12, playerStats: [] };
const onePage = { page: 1, pages: 1, total: 1 };

type Place = { address: string; shown: string; links: string[]; answers: Answers };

const places: Place[] = [
  {
    address: '/profile/wallet',
    shown: 'Lantern',
    links: ['/support?about=purchase%3A1042', '/support?about=gift%3A1042'],
    answers: { 'GET /api/shop/purchases': { purchases: [purchase], ...onePage } },
  },
  {
    address: '/profile/wallet?view=top-ups',
    shown: '500',
    links: ['/support?about=order%3A5'],
    answers: { 'GET /api/shop/orders': { orders: [order], ...onePage } },
  },
  {
    address: '/events',
    shown: 'Night watch',
    links: ['/support?about=event%3A31', '/support'],
    answers: { 'GET /api/events': [event] },
  },
  {
    address: '/hiscores?player=oak+warden',
    shown: 'Combat level',
    links: ['/support?about=player%3AOak+Warden', '/support'],
    answers: { 'GET /api/hiscores/user/{username}': { ...stats, username: 'Oak Warden' } },
  },
  {
    address: '/hiscores?player=marrow',
    shown: 'Combat level',
    // Only the footer: players cannot report themselves.
    links: ['/support'],
    answers: { 'GET /api/hiscores/user/{username}': { ...stats, username: 'Marrow' } },
  },
  {
    address: '/profile/home',
    shown: 'Open wallet',
    links: ['/support'],
    answers: { 'GET /api/users/{username}': { ...testPlayer, voted_polls: [] } },
  },
];

async function openPlace({ address, shown, answers }: Place) {
  answerNothing();
  answer(answers);
  await renderPage(address, { as: 'player', answers });
  await screen.findAllByText(shown);
  return [...document.querySelectorAll('a')]
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => href.startsWith('/support'));
}

test.each(places)('$address leads to the form about the record', async (place) => {
  expect(new Set(await openPlace(place))).toEqual(new Set(place.links));
});

test.each(places)('$address has no such link while the inbox is off', async (place) => {
  // The server leaves the link out of the footer.
  changeSite({ featuresOff: ['inbox'] });
  const links = await openPlace(place);
  expect(links.filter((href) => href !== '/support')).toEqual([]);
});
