import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { hold, requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { PaymentInfo } from '#shared/endpoints/payments.ts';
import type { OwnShop, ShopItem } from '#shared/endpoints/shop.ts';

import { BoughtDialog } from './bought-dialog.tsx';
import { paymentInfoQuery, shopItemsQuery } from './shop.queries.ts';
import { Store } from './store.tsx';

const payments: PaymentInfo = {
  provider: 'Stripe',
  mode: 'live',
  shopOpen: true,
  min: 500,
  max: 5000,
  centsPerCoin: 1,
  currency: 'usd',
  agreementVersion: '1',
};

test.each<[string, Partial<PaymentInfo>, boolean]>([
  ['open', {}, false],
  ['closed', { shopOpen: false }, true],
  ['without payments', { mode: 'off' }, true],
])('a store that is %s', async (_, change, isDisabled) => {
  answerNothing();
  await renderScreen(
    <Store notices={null}>
      <p>More</p>
    </Store>,
    {
      address: '/shop',
      as: 'player',
      answers: { 'GET /api/shop/payments': { ...payments, ...change } },
    },
  );
  const button = () => screen.getByText('Top Off').closest('button')!;
  await expect.poll(() => button().disabled).toBe(isDisabled);
  expect(screen.queryByText('The store is closed') !== null).toBe(change.shopOpen === false);
});

const soon = () => new Date(Date.now() + 3_600_000).toISOString();

const lamp: ShopItem = {
  id: '7',
  name: 'Lamp',
  description: 'Bright.',
  image: null,
  picture: null,
  price: 1000,
  itemId: 4151,
  quantity: 1,
  enabled: true,
  endsAt: null,
  stock: null,
  perPlayerLimit: null,
  deliverable: true,
};
const nothing: OwnShop = { frozen: false, bought: [], waiting: [] };

function openStore(
  items: ShopItem[],
  {
    own = nothing,
    info = payments,
    user = testPlayer,
    changesAt = null as string | null,
    answers = {},
  } = {},
) {
  answerNothing();
  return renderScreen(
    <Store notices={<p>Notices</p>}>
      <p>More</p>
    </Store>,
    {
      address: '/shop',
      as: user,
      answers: {
        'GET /api/shop/payments': info,
        'GET /api/shop/items': items,
        'GET /api/shop/mine': own,
        'GET /api/shop/shelves': { categories: [], changesAt },
        'GET /api/shop/on-home': {},
        ...answers,
      },
    },
  );
}

const cards = async () => {
  const list = await screen.findByRole('list', { name: 'Items' });
  return [...list.children].map((card) => card.querySelector('h2')?.textContent);
};

test('each card has what belongs to its own item, and the price with the player’s discount', async () => {
  const items = [
    lamp,
    { ...lamp, id: '8', name: 'Cloak', perPlayerLimit: 3, saving: 40 },
    { ...lamp, id: '9', name: 'Crown', price: 600, leastPrice: 590 },
    { ...lamp, id: '10', name: 'Ended', endsAt: new Date(Date.now() - 1000).toISOString() },
    { ...lamp, id: '11', name: 'Hidden', enabled: false },
    { ...lamp, id: '12', name: 'Ending', endsAt: soon(), fullPrice: 1600 },
  ];
  const own: OwnShop = {
    frozen: true,
    bought: [
      { itemId: '9', count: 1 },
      { itemId: '8', count: 2 },
    ],
    waiting: [{ itemId: '9', state: 'claimed' }],
    locked: [{ itemId: '12', reason: 'Needs total level 900.' }],
    discount: { percent: 25, label: 'SPRING' },
  };
  await openStore(items, { own });
  expect(await cards()).toEqual(['Lamp', 'Cloak', 'Crown', 'Ending']);
  await screen.findByText('25% off your next purchase');
  screen.getByText('SPRING: the prices below are already reduced.');
  screen.getByText('Your wallet is frozen');
  screen.getByText('Notices');
  screen.getByText('More');
  const textOf = (name: string) =>
    screen.getByText(name, { selector: 'h2' }).closest('article')!.textContent;
  expect(textOf('Lamp')).toContain('Instead of 1,000750 TC');
  expect(textOf('Lamp')).not.toContain('Delivery of');
  expect(textOf('Cloak')).toContain('You have 2 of 3');
  // 40 as a bundle, and 250 with the discount.
  expect(textOf('Cloak')).toContain('Save 290 TC');
  expect(textOf('Crown')).toContain('Instead of 600590 TC');
  expect(textOf('Crown')).toContain('Delivery of Crown: Being delivered');
  expect(textOf('Ending')).toContain('Needs total level 900.');
  expect(textOf('Ending')).toContain('Instead of 1,600750 TC');
  const disabled = screen
    .getAllByRole<HTMLButtonElement>('button', { name: /^(Buy|Locked)/ })
    .map((button) => [button.getAttribute('aria-label'), button.disabled]);
  expect(disabled).toEqual([
    ['Buy Lamp', false],
    ['Buy Cloak', false],
    ['Buy Crown', false],
    ['Locked: Ending', true],
  ]);
});

test('the discounted price is what is asked about and sent, and the way to more leads to the wallet', async () => {
  const buy = 'POST /api/shop/buy';
  const own: OwnShop = { ...nothing, discount: { percent: 25, label: 'SPRING' } };
  const receipt = { message: '', purchaseId: '9', itemName: 'Lamp', price: 750, balance: 500 };
  const { user, router } = await openStore(
    [lamp, { ...lamp, id: '8', name: 'Cloak', price: 1700 }],
    {
      own,
      answers: { [buy]: receipt, 'GET /auth/verify': testPlayer },
    },
  );
  await screen.findByText('25% off your next purchase');
  await user.click(screen.getByLabelText('Buy Lamp'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Your Purchase' });
  expect(dialog.textContent).toContain('Buy Lamp for 750 Testcoins?\nYou will have 500 Testcoins');
  await user.click(within(dialog).getByText('Buy'));
  const notice = await screen.findByText('You successfully purchased Lamp!');
  expect(notice.nextElementSibling?.textContent).toBe(
    'Log in to the game with a free inventory slot to receive it. If you are in the game now, log in again to receive it.',
  );
  expect(requests(buy).map(({ body }) => body)).toEqual([
    { username: 'Marrow', itemId: '7', igId: 4151, itemName: 'Lamp', price: 750 },
  ]);
  await user.click(screen.getByText('OK'));
  expect(screen.queryByText('You successfully purchased Lamp!')).toBeNull();
  // 1,275 with the discount; the player has 1,250.
  const more = screen.getByLabelText('25 more for Cloak: top off and buy');
  expect(more.getAttribute('href')).toBe('/shop?topup=true&item=8');
  await user.click(screen.getByLabelText('Buy Cloak'));
  const alert = within(await screen.findByRole('alertdialog', { name: 'Notice' }));
  await user.click(alert.getByText('Top Off'));
  await expect.poll(() => router.state.location.search).toEqual({ topup: true, item: 8 });
});

test('nothing that a game delivers is said once, and not in a closed store', async () => {
  const heading = 'Nothing can be bought right now';
  const items = [
    { ...lamp, deliverable: false },
    { ...lamp, id: '8', name: 'Cloak', deliverable: false },
  ];
  await openStore(items);
  await screen.findByText(heading);
  const change = (key: readonly unknown[], data: unknown) => queryClient.setQueryData(key, data);
  change(shopItemsQuery.queryKey, [lamp, items[1]]);
  await expect.poll(() => screen.queryByText(heading)).toBeNull();
  change(shopItemsQuery.queryKey, items);
  await screen.findByText(heading);
  change(paymentInfoQuery.queryKey, { ...payments, shopOpen: false });
  await expect.poll(() => screen.queryByText(heading)).toBeNull();
  screen.getByText('The store is closed');
});

test('a pinned item stays marked when the player has enough, and the pin is taken off', async () => {
  const pin = 'PUT /api/shop/pinned';
  const pinned = { itemId: '7', name: 'Lamp', price: 1000 };
  const user = { ...testPlayer, wyncoins: 1000, pinned } as typeof testPlayer;
  const items = [
    lamp,
    { ...lamp, id: '8', name: 'Cloak', price: 1001 },
    { ...lamp, id: '9', name: 'Crown', price: 1002, stock: 0 },
  ];
  const { user: player } = await openStore(items, {
    user,
    info: { ...payments, mode: 'off' },
    answers: { [pin]: undefined },
  });
  const star = await screen.findByLabelText('Pin Lamp');
  expect(star.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByLabelText('Pin Cloak').getAttribute('aria-pressed')).toBe('false');
  screen.getByText('You have enough');
  // Without payments the way to a top-up is not a link.
  await expect.poll(() => screen.getByText('1 more').closest('a')).toBeNull();
  expect(screen.queryByLabelText('Pin Crown')).toBeNull();
  await player.click(screen.getByLabelText('Buy Cloak'));
  const alert = within(await screen.findByRole('alertdialog', { name: 'Notice' }));
  expect(alert.queryByText('Top Off')).toBeNull();
  await player.click(alert.getByText('OK'));
  await player.click(star);
  await expect.poll(() => requests(pin).map(({ body }) => body)).toEqual([{ itemId: null }]);
  // In a closed store players still see how far an item is.
  act(() => {
    queryClient.setQueryData(paymentInfoQuery.queryKey, { ...payments, shopOpen: false });
  });
  await screen.findByLabelText('The store is closed: Cloak');
  screen.getByLabelText('Pin Cloak');
  expect(screen.getByText('1 more').closest('a')).toBeNull();
});

test('the store is read again when a sale starts or ends', async () => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 10, 19, 12),
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
  });
  await openStore([lamp], { changesAt: '2026-11-19T12:30:00.000Z' });
  await screen.findByText('Lamp');
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  await vi.advanceTimersByTimeAsync(29 * 60_000);
  expect(invalidate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['me'], ['shop']]);
});

test('a sale that starts in two months does not read the store again at once', async () => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 10, 19, 12),
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
  });
  await openStore([lamp], { changesAt: '2027-01-19T12:00:00.000Z' });
  await screen.findByText('Lamp');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests('GET /api/shop/items')).toHaveLength(1);
});

test.each<[ShopItem['kind'], string]>([
  [undefined, 'Log in to the game with a free inventory slot to receive it.'],
  ['bundle', 'Log in to the game with free inventory slots to receive it.'],
  ['membership', 'Log in to the game to receive it.'],
])('the notice after buying a %s says what the player needs', async (kind, text) => {
  const item = { ...lamp, ...(kind && { kind }) };
  await renderScreen(<BoughtDialog item={item} onClose={() => {}} />, { address: '/shop' });
  screen.getByText(`${text} If you are in the game now, log in again to receive it.`);
});

test('an item leaves the open store when it ends', async () => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 10, 19, 12),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  });
  await openStore([lamp, { ...lamp, id: '8', name: 'Cloak', endsAt: '2026-11-19T12:00:05.000Z' }]);
  expect(await cards()).toEqual(['Lamp', 'Cloak']);
  act(() => void vi.advanceTimersByTime(4000));
  expect(await cards()).toEqual(['Lamp', 'Cloak']);
  act(() => void vi.advanceTimersByTime(1000));
  expect(await cards()).toEqual(['Lamp']);
});

test('the store has tabs for its categories, the balance, and the ways to more coins', async () => {
  const items = [
    { ...lamp, category: '4' },
    { ...lamp, id: '8', name: 'Cloak', category: '5' },
  ];
  const categories = [
    { id: '4', name: 'Light' },
    { id: '5', name: 'Robes' },
  ];
  const { user, router } = await openStore(items, {
    own: { ...nothing, frozen: true },
    answers: { 'GET /api/shop/shelves': { categories, changesAt: null } },
  });
  const tabs = await screen.findByRole('navigation', { name: 'Categories' });
  expect(tabs.textContent).toBe('AllLightRobes');
  expect(screen.getByLabelText('Testcoins balance').textContent).toBe('1,250 Testcoins');
  expect(screen.getByText('Wallet').getAttribute('href')).toBe('/profile/wallet');
  expect((await screen.findByText('contact@example.com')).getAttribute('href')).toBe(
    'mailto:contact@example.com',
  );
  await user.click(screen.getByText('Top Off'));
  await expect.poll(() => router.state.location.search).toEqual({ topup: true });
});

test('a pin is sent once, and the header reads it again', async () => {
  const pin = 'PUT /api/shop/pinned';
  const held = hold<typeof pin>();
  const { user } = await openStore([{ ...lamp, price: 2000 }], {
    answers: { [pin]: held.answer, 'GET /auth/verify': testPlayer },
  });
  const star = await screen.findByLabelText<HTMLButtonElement>('Pin Lamp');
  await user.click(star);
  expect(star.disabled).toBe(true);
  expect(requests('GET /auth/verify')).toEqual([]);
  held.give(undefined);
  await expect.poll(() => requests('GET /auth/verify')).toHaveLength(1);
  await expect.poll(() => star.disabled).toBe(false);
});
