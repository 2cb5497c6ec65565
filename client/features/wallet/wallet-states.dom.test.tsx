import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { render, renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';
import { changeBrand, changeSite } from '#client/testing/test-site.ts';
import type { Order } from '#shared/endpoints/payments.ts';
import type { OwnPurchase } from '#shared/endpoints/shop.ts';
import { ledgerKindNames } from '#shared/endpoints/wallet.ts';
import type { StatementEntry } from '#shared/endpoints/wallet.ts';

import { DeliveryTimeline } from './delivery-timeline.tsx';
import { OrderList } from './order-list.tsx';
import { PurchaseList } from './purchase-list.tsx';
import { StatementList } from './statement-list.tsx';

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

const rowsOf = async (caption: string) => {
  const table = await screen.findByRole('table', { name: caption });
  return [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].slice(1).map(({ textContent }) => textContent),
  );
};

test('the statement has a sign for what came and went, and the balance after it', async () => {
  const entry: Omit<StatementEntry, 'id' | 'amount' | 'balance'> = {
    kind: 'purchase',
    ref: '91',
    memo: 'Lamp',
    at: '2026-11-15T09:00:00.000Z',
  };
  const entries: StatementEntry[] = [
    { ...entry, id: '1', amount: 1200, balance: 1700, kind: 'topup', memo: 'Top-up' },
    { ...entry, id: '2', amount: -2500, balance: -800 },
    { ...entry, id: '3', amount: 0, balance: 40 },
  ];
  await renderScreen(<StatementList page={2} />, {
    address: '/profile/wallet',
    as: 'player',
    answers: {
      'GET /api/wallet/statement': {
        balance: 40,
        frozen: false,
        entries,
        page: 2,
        pages: 3,
        total: 43,
      },
    },
  });
  expect(await rowsOf('Statement')).toEqual([
    [`Top-up${ledgerKindNames.topup}`, '+1,200', '1,700'],
    [`Lamp${ledgerKindNames.purchase}`, '−2,500', '−800'],
    [`Lamp${ledgerKindNames.purchase}`, '0', '40'],
  ]);
  expect(requests('GET /api/wallet/statement')[0]?.query).toEqual({ page: '2' });
  const next = screen.getByRole('navigation', { name: 'Pages' }).querySelectorAll('a');
  expect([...next].map((link) => link.getAttribute('href')).at(-1)).toBe(
    '/profile/wallet?view=statement&page=3',
  );
});

const order: Order = {
  id: '5f0c1a52-7f9b-4a2e-9a53-0d6f1f4f2a11',
  state: 'paid',
  coins: 1200,
  amount: 2400,
  currency: 'eur',
  mode: 'live',
  createdAt: '2026-11-15T09:00:00.000Z',
  paidAt: '2026-11-15T09:01:00.000Z',
  canceledAt: null,
  url: 'https://pay.test/1',
  refunded: 0,
  clawed: 0,
  dispute: null,
};

test('a top-up shows its bonus, what was taken back, and a way to go on only while it is not paid', async () => {
  const orders: Order[] = [
    { ...order, bonus: 150, clawed: 1350, refunded: 2400 },
    { ...order, id: 'b', state: 'pending' },
    { ...order, id: 'c', state: 'pending', url: null, canceledAt: '2026-11-15T09:02:00.000Z' },
    { ...order, id: 'd', state: 'processing', bonus: 0 },
  ];
  const answers = { 'GET /api/shop/orders': { orders, page: 1, pages: 1, total: 4 } };
  const open = () =>
    renderScreen(<OrderList page={1} />, { address: '/profile/wallet', as: 'player', answers });
  const { unmount } = await open();
  expect(await rowsOf('Top-ups')).toEqual([
    ['1,200 + 1501,350 taken back', '€24.00', 'PaidRefunded', '–', 'Get Help'],
    ['1,200', '€24.00', 'Not paid yet', 'Continue', 'Get Help'],
    ['1,200', '€24.00', 'Canceled', '–', 'Get Help'],
    ['1,200', '€24.00', 'Processing', '–', 'Get Help'],
  ]);
  expect(screen.getByText('Continue').getAttribute('href')).toBe('https://pay.test/1');
  expect(screen.getAllByLabelText('Get help with 1200 Testcoins')[1]?.getAttribute('href')).toBe(
    '/support?about=order%3Ab',
  );
  unmount();
  changeSite({ featuresOff: ['inbox'] });
  await open();
  expect((await rowsOf('Top-ups'))[1]).toEqual(['1,200', '€24.00', 'Not paid yet', 'Continue']);
});

test('a purchase says what it cost or who gave it, and only its receiver reports a note', async () => {
  const bought: OwnPurchase = {
    id: '1',
    itemName: 'Lamp',
    quantity: 1500,
    price: 650,
    createdAt: '2026-11-15T09:00:00.000Z',
    state: 'bought',
    image: null,
    picture: null,
    delivery: { state: 'queued', events: [] },
  };
  const gift = { isToMe: true, player: 'Ada', note: 'For you', isReported: false };
  const free = { ...bought, quantity: 1, price: 0 };
  const purchases: OwnPurchase[] = [
    bought,
    { ...free, id: '2', itemName: 'Prize' },
    { ...free, id: '3', itemName: 'Crown', gift },
    { ...free, id: '4', itemName: 'Cloak', gift: { ...gift, isReported: true } },
    { ...bought, id: '5', itemName: 'Sword', state: 'refunded', gift: { ...gift, isToMe: false } },
    { ...bought, id: '6', itemName: 'Boots', gift: { ...gift, isToMe: false, isReported: true } },
  ];
  await renderScreen(<PurchaseList page={1} />, {
    address: '/profile/wallet',
    as: 'player',
    answers: { 'GET /api/shop/purchases': { purchases, page: 1, pages: 1, total: 6 } },
  });
  await screen.findByText('Prize');
  const cardOf = (name: string) =>
    screen
      .getByText(name, { selector: 'h3' })
      .parentElement!.textContent.replace(/15 Nov 2026(, 04:00)?/, ', ');
  const fromAda = 'from Ada, Get HelpFor you';
  expect(['Lamp', 'Prize', 'Crown', 'Cloak', 'Sword', 'Boots'].map(cardOf)).toEqual([
    'Lamp × 1,500650 TC, Get Help',
    'PrizeReward, Get Help',
    `CrownGift${fromAda}Report`,
    `CloakGift${fromAda}Reported`,
    'Sword × 1,500650 TCfor Ada, RefundedGet HelpFor you',
    'Boots × 1,500650 TCfor Ada, Get HelpFor you',
  ]);
  const reports = screen.getAllByText('Report');
  expect(reports.map((link) => link.getAttribute('href'))).toEqual(['/support?about=gift%3A3']);
});

test('the mails about gifts are switched, and a frozen wallet says so', async () => {
  answerNothing();
  const mails = 'PUT /api/shop/gift-mails';
  const own = { frozen: true, bought: [], waiting: [], giftMails: true as const };
  const { user } = await renderPage('/profile/wallet', {
    as: 'player',
    answers: { 'GET /api/shop/mine': own, [mails]: undefined },
  });
  const toggle = await screen.findByRole('switch', { name: /^Email me about gifts/ });
  expect(toggle.getAttribute('aria-checked')).toBe('true');
  screen.getByText('Your wallet is frozen');
  const before = requests('GET /api/shop/mine').length;
  await user.click(toggle);
  await expect.poll(() => requests(mails).map(({ body }) => body)).toEqual([{ isOn: false }]);
  await expect.poll(() => requests('GET /api/shop/mine')).toHaveLength(before + 1);
  await user.click(screen.getByText('Statement'));
  await expect.poll(() => screen.queryByText('Email me about gifts')).toBeNull();
});

test.each<[OwnPurchase['delivery']['state'], string[], string[]]>([
  [
    'queued',
    ['Bought: done', 'Waiting in the game: now', 'Delivered: still to come'],
    ['Log in to the game'],
  ],
  ['claimed', ['Bought: done', 'Picked up in game: done', 'Being delivered: now'], []],
  [
    'attention',
    ['Bought: done', 'Waiting for staff: now', 'Delivered: still to come'],
    ['The game could not'],
  ],
])('the track of a delivery that is %s', (state, steps, notes) => {
  const purchase = {
    itemName: 'Lamp',
    createdAt: '2026-11-15T09:00:00.000Z',
    delivery: { state, events: [] },
  } as unknown as OwnPurchase;
  render(<DeliveryTimeline purchase={purchase} />);
  const items = screen.getAllByRole('listitem');
  expect(items.map((item) => item.textContent.replace(/15 Nov.*/, ''))).toEqual(steps);
  const shown = screen.queryAllByText(/^(Log in to the game|The game could not)/);
  expect(shown.map(({ textContent }) => textContent.slice(0, 18))).toEqual(notes);
});

test('the wallet has the balance, and each of its lists at the page of the address', async () => {
  answerNothing();
  const { router } = await renderPage('/profile/wallet?view=top-ups&page=2', {
    as: 'player',
    answers: { 'GET /api/shop/mine': { frozen: false, bought: [], waiting: [] } },
  });
  await screen.findByText('Loading your top-ups...');
  const main = within(screen.getByRole('main'));
  expect(main.getByText('Testcoins', { selector: 'dt' }).nextSibling?.textContent).toBe('1,250');
  expect(main.getByText('Top Off').closest('a')?.getAttribute('href')).toBe('/shop?topup=true');
  expect(main.getByText('Visit the Store').closest('a')?.getAttribute('href')).toBe('/shop');
  main.getByText('Redeem a Code');
  expect(main.queryByText('Your wallet is frozen')).toBeNull();
  expect(main.queryByRole('switch')).toBeNull();
  const tabs = () =>
    within(main.getByRole('navigation', { name: 'Wallet' }))
      .getAllByRole('link')
      .map((tab) => [tab.textContent, tab.getAttribute('href'), tab.ariaCurrent]);
  expect(tabs()).toEqual([
    ['Purchases', '/profile/wallet', null],
    ['Statement', '/profile/wallet?view=statement', null],
    ['Top-ups', '/profile/wallet?view=top-ups', 'page'],
  ]);
  await router.navigate({ to: '/profile/wallet', search: { page: 3 } });
  await screen.findByText('Loading your purchases...');
  expect(tabs().map((tab) => tab[2])).toEqual(['page', null, null]);
  expect((await main.findByRole('switch', { name: /^Email me about gifts/ })).ariaChecked).toBe(
    'false',
  );
  const pages = (['GET /api/shop/orders', 'GET /api/shop/purchases'] as const).map((route) => [
    ...new Set(requests(route).map(({ query }) => query['page'])),
  ]);
  expect(pages).toEqual([['2'], ['3']]);
  expect(requests('GET /api/wallet/statement')).toEqual([]);
});

test('a delivery has the time of each step, and one that is over that of its end', async () => {
  const bought: OwnPurchase = {
    id: '1',
    itemName: 'Lamp',
    quantity: 1,
    price: 650,
    createdAt: '2026-11-15T09:00:00.000Z',
    state: 'bought',
    image: null,
    picture: null,
    delivery: {
      state: 'claimed',
      events: [
        { state: 'queued', at: '2026-11-15T09:00:01.000Z' },
        { state: 'claimed', at: '2026-11-16T10:00:00.000Z' },
      ],
    },
  };
  const end = { state: 'delivered' as const, at: '2026-11-17T11:00:00.000Z' };
  const over = { state: 'delivered' as const, events: [...bought.delivery.events, end] };
  const purchases = [bought, { ...bought, id: '2', itemName: 'Robe', delivery: over }];
  await renderScreen(<PurchaseList page={1} />, {
    address: '/profile/wallet',
    as: 'player',
    answers: { 'GET /api/shop/purchases': { purchases, page: 1, pages: 1, total: 2 } },
  });
  await screen.findByText('Robe');
  const timesOf = (name: string) =>
    [...screen.getByText(name).closest('li')!.querySelectorAll('time')].map(
      (time) => time.dateTime,
    );
  expect(timesOf('Lamp')).toEqual([bought.createdAt, bought.createdAt, '2026-11-16T10:00:00.000Z']);
  expect(timesOf('Robe')).toEqual([bought.createdAt, end.at]);
});
