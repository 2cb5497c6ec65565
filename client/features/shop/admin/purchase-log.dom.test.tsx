import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { LoggedPurchase } from '#shared/endpoints/shop.ts';

import { purchasesQuery } from './admin-shop.queries.ts';
import { PurchaseLog } from './purchase-log.tsx';

test('a log that is too long is summed on request', async () => {
  const page = { purchases: [], page: 1, pages: 800, total: 20_000, totals: null };
  const sums = { spent: 504, refunded: 99, players: 31, waiting: 5 };
  const { user } = await renderScreen(<PurchaseLog filter={{ item: 'Hat' }} page={1} />, {
    address: '/admin/shop-logs',
    as: 'admin',
    answers: {
      'GET /api/admin/purchases': ({ query }) =>
        query.totals === 'all' ? { ...page, total: 1_000_000, totals: sums } : page,
    },
  });
  await screen.findByText('Purchases (20,000+)');
  await user.click(screen.getByText('Count and Sum All'));
  for (const [label, value] of [
    ['Purchases', '1,000,000'],
    ['Testcoins spent', '504'],
    ['Testcoins refunded', '99'],
    ['Players', '31'],
    ['Not delivered yet', '5'],
  ] as const) {
    expect(
      (await screen.findByText(label, { selector: 'dt' })).parentElement?.textContent,
    ).toContain(value);
  }
  expect(requests('GET /api/admin/purchases').at(-1)?.query).toMatchObject({ item: 'Hat' });
});

const purchase: LoggedPurchase = {
  id: '1042',
  username: 'Ada',
  itemName: 'Hat',
  itemId: 7,
  quantity: 1,
  price: 10,
  createdAt: '2026-11-18T10:00:00.000Z',
  state: 'bought',
  refundedAt: null,
  deliveryId: '0c6e5f8e-1d5c-4f0c-9d0d-1f5b0a3f7c11',
  deliveryState: 'queued',
  failures: 0,
  lastFailure: null,
};
const totals = { spent: 10, refunded: 0, players: 1, waiting: 1 };

function open(purchases: LoggedPurchase[]) {
  return renderScreen(<PurchaseLog filter={{}} page={1} />, {
    address: '/admin/shop-logs',
    as: 'admin',
    answers: { 'GET /api/admin/purchases': { purchases, page: 1, pages: 1, total: 1, totals } },
  });
}

test('a purchase shows the number that the command “refund” takes', async () => {
  await open([purchase]);
  expect(await screen.findByText('1042')).toBeTruthy();
});

test('a part of a bundle that was a gift says so, and the whole bundle can be refunded', async () => {
  const part = { ...purchase, bundle: 'Starter kit', receiver: 'Marrow', fullPrice: 14 };
  const { user } = await open([part]);
  const row = (await screen.findByText('Part of Starter kit')).closest('tr');
  for (const text of ['Gift for Marrow', '10 TCof 14 TC']) expect(row?.textContent).toContain(text);
  const results = [
    { id: '1042', error: null },
    { id: '1043', error: 'It was delivered.' },
  ];
  answer({ 'POST /api/admin/purchases/{id}/refund-bundle': { results } });
  await user.click(screen.getByRole('button', { name: 'More about Hat for Ada' }));
  await user.click(await screen.findByText('Refund the whole bundle'));
  await user.click(await screen.findByText('Refund Bundle'));
  await screen.findByText('Refunded to Ada: 1 part of Starter kit.');
  expect(requests('POST /api/admin/purchases/{id}/refund-bundle')[0]?.params).toEqual({
    id: '1042',
  });
});

test('a row says what it was, what it cost, and offers a refund only while one is possible', async () => {
  await open([
    { ...purchase, quantity: 1500, note: 'For you', isReported: true, receiver: 'Bob' },
    { ...purchase, id: '2', username: 'Bob', deliveryState: 'delivered', note: 'Kept' },
    { ...purchase, id: '3', username: 'Cyd', deliveryState: 'delivered', canEnd: true },
    { ...purchase, id: '4', username: 'Dee', state: 'refunded', deliveryState: 'canceled' },
    { ...purchase, id: '5', username: 'Eve', isEnd: true },
    { ...purchase, id: '6', username: 'Fay', deliveryState: 'attention', lastFailure: 'Full.' },
  ]);
  const rowOf = async (name: string) =>
    (await screen.findByLabelText(`Select Hat for ${name}`)).closest('tr')!;
  const names = ['Ada', 'Bob', 'Cyd', 'Dee', 'Eve', 'Fay'];
  const rows = await Promise.all(names.map(rowOf));
  const texts = rows.map((row) =>
    [3, 7].map((at) => row.children[at]?.textContent.replace(/^Item/, '')),
  );
  expect(texts).toEqual([
    ['Hat × 1,500Gift for BobFor you Reported', 'Queued'],
    ['HatKept ', 'Delivered'],
    ['Hat', 'Delivered'],
    ['Hat', 'CanceledRefunded'],
    ['Hat is taken back', 'Queued'],
    ['Hat', 'Failed'],
  ]);
  expect(rows.map((row) => within(row).queryByLabelText(/^Refund Hat to/) !== null)).toEqual([
    true,
    false,
    true,
    false,
    false,
    true,
  ]);
  const menuOf = (name: string) =>
    within(screen.getByLabelText(`More about Hat for ${name}`, { selector: 'ul' }))
      .getAllByRole('menuitem', { hidden: true })
      .map(({ textContent }) => textContent);
  const usual = ['Manage the player', 'Purchases of this player', 'Purchases of this item'];
  expect(menuOf('Ada')).toEqual(['Keep the note', 'Remove the note', ...usual]);
  expect(menuOf('Bob')).toEqual(['Remove the note', ...usual]);
  expect(menuOf('Cyd')).toEqual(usual);
});

test('a refund is asked about twice, and either no sends nothing', async () => {
  const refund = 'POST /api/admin/purchases/{id}/refund';
  const { user } = await open([purchase]);
  answer({ [refund]: purchase });
  const button = await screen.findByLabelText('Refund Hat to Ada');
  const first = 'Cancel the delivery of Hat to Ada and refund 10 Testcoins?';
  const second = 'Are you sure? The game will no longer deliver Hat. This cannot be undone.';
  await user.click(button);
  await screen.findByText(first);
  await user.click(screen.getByText('Cancel'));
  await user.click(button);
  await user.click(await screen.findByText('Cancel and Refund'));
  await screen.findByText(second);
  await user.click(screen.getByText('Cancel'));
  await expect.poll(() => screen.queryByText(second)).toBeNull();
  expect(requests(refund)).toEqual([]);
  await user.click(button);
  await user.click(await screen.findByText('Cancel and Refund'));
  await user.click(await screen.findByText('Yes, Refund'));
  await screen.findByText('10 Testcoins were refunded to Ada.');
  expect(requests(refund).map(({ params }) => params)).toEqual([{ id: '1042' }]);
});

test('several refunds leave out what cannot be refunded, in the question and in the request', async () => {
  const refund = 'POST /api/admin/purchases/refund';
  const { user } = await open([
    purchase,
    { ...purchase, id: '2', username: 'Bob', price: 25 },
    { ...purchase, id: '3', username: 'Cyd', price: 300, state: 'refunded' },
    { ...purchase, id: '4', username: 'Dee', price: 4000 },
  ]);
  const results = [
    { id: '1042', error: null },
    { id: '2', error: 'It was delivered.' },
  ];
  answer({ [refund]: { results } });
  const button = () => screen.getAllByText<HTMLButtonElement>('Refund').at(-1)!;
  await user.click(await screen.findByLabelText('Select Hat for Cyd'));
  expect(button().disabled).toBe(true);
  for (const name of ['Ada', 'Bob'])
    await user.click(screen.getByLabelText(`Select Hat for ${name}`));
  expect(screen.getAllByText('CSV').at(-1)?.closest('a')?.getAttribute('href')).toBe(
    '/api/admin/purchases.csv?ids=1042%2C2%2C3',
  );
  await user.click(button());
  await screen.findByText(
    'Refund 2 purchases? 1 other cannot be refunded. 35 Testcoins will be refunded and the game will no longer deliver the items. This cannot be undone.',
  );
  await user.click(screen.getByText('Cancel and Refund'));
  const alert = await screen.findByText(/^1 refunded, 1 could not be:/);
  expect(alert.textContent).toContain('Hat for Bob: It was delivered.');
  expect(requests(refund).map(({ body }) => body)).toEqual([{ ids: ['1042', '2'] }]);
  expect(screen.queryByLabelText('Selection')).toBeNull();
});

test('a reported note is kept or removed', async () => {
  const route = 'POST /api/admin/purchases/{id}/note';
  const { user } = await open([{ ...purchase, note: 'Rude', isReported: true }]);
  answer({ [route]: undefined });
  const item = async (text: string) =>
    within(await screen.findByLabelText('More about Hat for Ada', { selector: 'ul' })).getByText(
      text,
    );
  await user.click(await item('Keep the note'));
  await screen.findByText('The note stays.');
  await user.click(await item('Remove the note'));
  await screen.findByText('The note is removed.');
  expect(requests(route).map(({ params, body }) => ({ params, body }))).toEqual(
    [true, false].map((isKept) => ({ params: { id: '1042' }, body: { isKept } })),
  );
});

test('the menu leads to other purchases, to the player only for staff who may, and refunds no delivered bundle', async () => {
  const shopStaff = { ...testPlayer, user_rights: 2, permissions: ['shop' as const] };
  const part = { ...purchase, bundle: 'Starter kit', deliveryState: 'delivered' as const };
  await renderScreen(<PurchaseLog filter={{ player: 'Ada' }} page={3} />, {
    address: '/admin/shop-logs',
    as: shopStaff,
    answers: {
      'GET /api/admin/purchases': { purchases: [part], page: 3, pages: 3, total: 41, totals },
    },
  });
  const menu = await screen.findByLabelText('More about Hat for Ada', { selector: 'ul' });
  const links = within(menu).getAllByRole('menuitem', { hidden: true });
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Purchases of this player', '/admin/shop-logs?player=Ada'],
    ['Purchases of this item', '/admin/shop-logs?item=Hat'],
  ]);
  expect(screen.getByText('CSV').closest('a')?.getAttribute('href')).toBe(
    '/api/admin/purchases.csv?player=Ada',
  );
  expect(requests('GET /api/admin/purchases')[0]?.query).toEqual({ player: 'Ada', page: '3' });
});

test('the log is read again every 15 seconds, because only buyers are told of purchases', () => {
  expect(purchasesQuery({ page: 1 }).refetchInterval).toBe(15_000);
});
