import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import {
  answer,
  hold,
  inTurn,
  noConnection,
  refuse,
  refuseAsProxy,
  requests,
} from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import type { PurchaseReceipt, ShopItem } from '#shared/endpoints/shop.ts';

import { useBuy } from './use-buy.ts';

const receipt: PurchaseReceipt = {
  message: 'Bought',
  purchaseId: '91',
  itemName: 'Crown of the North',
  price: 300,
  balance: 700,
};

/** Another id in every test: the keys of unanswered purchases outlive a page. */
let lastId = 500;

function makeItem(change: Partial<ShopItem> = {}): ShopItem {
  lastId += 1;
  return {
    id: String(lastId),
    name: 'Crown',
    description: 'Shiny.',
    image: null,
    picture: null,
    price: 300,
    itemId: 4151,
    quantity: 2,
    enabled: true,
    endsAt: null,
    stock: null,
    perPlayerLimit: null,
    deliverable: true,
    ...change,
  };
}

type TopUp = (item: ShopItem) => void;
type Props = { items: ShopItem[]; balance: number; topUp: TopUp | undefined };

function Shop({ items, balance, topUp }: Props) {
  const { pendingId, start, bought } = useBuy('Marrow', balance, topUp);
  return (
    <>
      {items.map((item) => (
        <button key={item.id} onClick={() => start(item)}>
          Choose {item.id}
        </button>
      ))}
      <p>Pending: {pendingId ?? 'none'}</p>
      <p>Bought: {bought?.name ?? 'nothing'}</p>
    </>
  );
}

function open(items: ShopItem[], balance = 1000, topUp?: TopUp) {
  // Only the waits between two attempts are skipped; findBy… keeps working.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const view = render(<Shop items={items} balance={balance} topUp={topUp} />);
  async function buy(item: ShopItem) {
    await view.user.click(screen.getByText(`Choose ${item.id}`));
    await view.user.click(await screen.findByText('Buy'));
  }
  return { ...view, buy };
}

const skipRetries = () => vi.advanceTimersByTimeAsync(5000);

test('a purchase sends what the page showed, and takes the name that was charged', async () => {
  const item = makeItem();
  answer({ 'POST /api/shop/buy': receipt });
  const { user } = open([item]);
  await user.click(screen.getByText(`Choose ${item.id}`));
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Your Purchase' });
  expect(dialog.textContent).toContain(
    'Buy Crown for 300 Testcoins?\nYou will have 700 Testcoins left.',
  );
  await user.click(screen.getByText('Buy'));
  await screen.findByText('Bought: Crown of the North');
  const [sent] = requests('POST /api/shop/buy');
  expect(sent?.body).toEqual({
    username: 'Marrow',
    itemId: item.id,
    igId: 4151,
    itemName: 'Crown',
    price: 300,
  });
  expect(sent?.key).toMatch(/^[\w-]{16,}$/);
});

test('a purchase without any answer keeps its key when the player buys again', async () => {
  const item = makeItem();
  answer({ 'POST /api/shop/buy': noConnection });
  const { user, buy } = open([item]);
  await buy(item);
  await skipRetries();
  expect((await screen.findByRole('alertdialog', { name: 'Notice' })).textContent).toContain(
    'Purchase failed: The server cannot be reached.',
  );
  await user.click(screen.getByText('OK'));
  answer({ 'POST /api/shop/buy': receipt });
  await screen.findByText('Pending: none');
  await buy(item);
  await screen.findByText('Bought: Crown of the North');
  const keys = requests('POST /api/shop/buy').map(({ key }) => key);
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
});

test.each([
  ['no connection', noConnection],
  ['an answer of the proxy', refuseAsProxy(502)],
  ['a failure of the server', refuse('server/unexpected', 'Something broke.')],
])('after %s the same purchase is sent again', async (_, failure) => {
  const item = makeItem();
  answer({ 'POST /api/shop/buy': inTurn(failure, receipt) });
  const { buy } = open([item]);
  await buy(item);
  await skipRetries();
  await screen.findByText('Bought: Crown of the North');
  const [first, second] = requests('POST /api/shop/buy');
  expect(second?.key).toBe(first?.key);
});

test('a refused purchase is not sent again, and the next one has another key', async () => {
  const item = makeItem();
  answer({
    'POST /api/shop/buy': inTurn(refuse('shop/sold-out', 'This item is sold out.'), receipt),
  });
  const { user, buy } = open([item]);
  await buy(item);
  await screen.findByText('Purchase failed: This item is sold out.');
  await user.click(screen.getByText('OK'));
  await screen.findByText('Pending: none');
  await buy(item);
  await screen.findByText('Bought: Crown of the North');
  const [first, second] = requests('POST /api/shop/buy');
  expect(second?.key).not.toBe(first?.key);
});

test('a price that changed meanwhile is asked about, and only the price agreed to is sent', async () => {
  const item = makeItem();
  const own = { frozen: false, bought: [], waiting: [] };
  answer({
    'POST /api/shop/buy': inTurn(
      refuse('shop/price-changed', 'Crown costs 400 Testcoins.'),
      refuse('shop/price-changed', 'Crown costs 240 Testcoins.'),
      receipt,
    ),
    'GET /api/shop/items': inTurn([{ ...item, price: 400 }], [{ ...item, price: 300 }]),
    'GET /api/shop/mine': inTurn(own, { ...own, discount: { percent: 20, label: 'SPRING' } }),
  });
  const { user, buy } = open([item]);
  await buy(item);
  await screen.findByText(/^The price has changed: it was 300 Testcoins\. Buy Crown for 400 /);
  await user.click(screen.getByText('Buy'));
  // The sale is over, but a discount of the player's own takes 20% off 300.
  await screen.findByText(/^The price has changed: it was 400 Testcoins\. Buy Crown for 240 /);
  await user.click(screen.getByText('Buy'));
  await screen.findByText('Bought: Crown of the North');
  const sent = requests('POST /api/shop/buy').map(({ body }) => (body as { price: number }).price);
  expect(sent).toEqual([300, 400, 240]);
});

test('an item that is bought twice is paid for twice', async () => {
  const item = makeItem();
  answer({ 'POST /api/shop/buy': inTurn(receipt, { ...receipt, itemName: 'Second crown' }) });
  const { buy } = open([item]);
  await buy(item);
  await screen.findByText('Bought: Crown of the North');
  await buy(item);
  await screen.findByText('Bought: Second crown');
  const [first, second] = requests('POST /api/shop/buy');
  expect(second?.key).not.toBe(first?.key);
});

test('an item that is gone when its price is read again is not asked about', async () => {
  const item = makeItem();
  answer({
    'POST /api/shop/buy': refuse('shop/price-changed', 'Crown costs 400 Testcoins.'),
    'GET /api/shop/items': [makeItem({ price: 400 })],
    'GET /api/shop/mine': { frozen: false, bought: [], waiting: [] },
  });
  const { user, buy } = open([item]);
  await buy(item);
  await screen.findByText('Purchase failed: Crown costs 400 Testcoins.');
  await user.click(screen.getByText('OK'));
  await screen.findByText('Pending: none');
  screen.getByText('Bought: nothing');
  expect(requests('POST /api/shop/buy')).toHaveLength(1);
});

test('the server’s refusal for too few coins uses the words of the store', async () => {
  const item = makeItem();
  answer({ 'POST /api/shop/buy': refuse('shop/not-enough-coins', 'Too few.') });
  const { buy } = open([item]);
  await buy(item);
  await screen.findByText(/^You don't have enough Testcoins to purchase this/);
});

test('another item, or the item at another price, has another key', async () => {
  const item = makeItem();
  const items = [item, makeItem(), { ...item, price: 310 }];
  answer({ 'POST /api/shop/buy': noConnection });
  for (const one of items) {
    const { user, buy, unmount } = open([one]);
    await buy(one);
    await skipRetries();
    await user.click(await screen.findByText('OK'));
    await screen.findByText('Pending: none');
    unmount();
  }
  const keys = requests('POST /api/shop/buy').map(({ key }) => key);
  expect(keys).toHaveLength(9);
  expect(new Set(keys).size).toBe(3);
});

test('a player with too few coins is told so and nothing is sent', async () => {
  const item = makeItem();
  const { user } = open([item], 299);
  await user.click(screen.getByText(`Choose ${item.id}`));
  await screen.findByText(/^You don't have enough Testcoins to purchase this/);
  expect(screen.queryByText('Top Off')).toBeNull();
  await user.click(screen.getByText('OK'));
  await screen.findByText('Pending: none');
});

test('the alert for too few coins offers Top Off, and Enter is still OK', async () => {
  const item = makeItem();
  const topUp = vi.fn<(item: ShopItem) => void>();
  const { user } = open([item], 299, topUp);
  await user.click(screen.getByText(`Choose ${item.id}`));
  await vi.waitFor(() => expect(screen.getByText('OK')).toBe(document.activeElement));
  await user.keyboard('{Enter}');
  await screen.findByText('Pending: none');
  expect(topUp).not.toHaveBeenCalled();
  await user.click(screen.getByText(`Choose ${item.id}`));
  await user.click(await screen.findByText('Top Off'));
  await vi.waitFor(() => expect(topUp).toHaveBeenCalledWith(item));
});

test('the price may be all that the player has', async () => {
  const item = makeItem();
  answer({ 'POST /api/shop/buy': receipt });
  const { buy } = open([item], 300);
  await buy(item);
  await screen.findByText('Bought: Crown of the North');
});

test('a player who says no buys nothing', async () => {
  const item = makeItem();
  const { user } = open([item]);
  await user.click(screen.getByText(`Choose ${item.id}`));
  await user.click(await screen.findByText('Cancel'));
  await screen.findByText('Pending: none');
  screen.getByText('Bought: nothing');
});

test('while one purchase is sent, a second one cannot begin', async () => {
  const [item, other] = [makeItem(), makeItem()];
  const held = hold<'POST /api/shop/buy'>();
  answer({ 'POST /api/shop/buy': held.answer });
  const { user, buy } = open([item, other]);
  await buy(item);
  await screen.findByText(`Pending: ${item.id}`);
  await user.click(screen.getByText(`Choose ${other.id}`));
  held.give(receipt);
  await screen.findByText('Bought: Crown of the North');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(requests('POST /api/shop/buy')).toHaveLength(1);
});

test.each([
  ['a purchase', receipt],
  ['a refusal', refuse('shop/sold-out', 'This item is sold out.')],
])('after %s the balance and the store are read again', async (_, outcome) => {
  const item = makeItem();
  answer({ 'POST /api/shop/buy': outcome });
  const { buy } = open([item]);
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  await buy(item);
  await vi.waitFor(() =>
    expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['me'], ['shop']]),
  );
});

test('a price that has risen above the balance is not asked about, and offers Top Off for it', async () => {
  const item = makeItem();
  const dearer = { ...item, price: 1001 };
  answer({
    'POST /api/shop/buy': refuse('shop/price-changed', 'Crown costs 1,001 Testcoins.'),
    'GET /api/shop/items': [dearer],
    'GET /api/shop/mine': { frozen: false, bought: [], waiting: [] },
  });
  const topUp = vi.fn<(item: ShopItem) => void>();
  const { user, buy } = open([item], 1000, topUp);
  await buy(item);
  await screen.findByText(/^You don't have enough Testcoins to purchase this/);
  await user.click(screen.getByText('Top Off'));
  await vi.waitFor(() => expect(topUp).toHaveBeenCalledExactlyOnceWith(dearer));
  expect(requests('POST /api/shop/buy')).toHaveLength(1);
});

test.each([
  ['cannot be read', refuse('request/invalid', 'No.')],
  ['is the one that was refused', undefined],
])('a refused price is said to be so if the new one %s', async (_, failure) => {
  const item = makeItem();
  answer({
    'POST /api/shop/buy': refuse('shop/price-changed', 'Crown costs 400 Testcoins.'),
    'GET /api/shop/items': failure ?? [item],
    'GET /api/shop/mine': { frozen: false, bought: [], waiting: [] },
  });
  const { buy } = open([item]);
  await buy(item);
  await screen.findByText('Purchase failed: Crown costs 400 Testcoins.');
  expect(requests('POST /api/shop/buy')).toHaveLength(1);
});
