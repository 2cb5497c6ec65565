import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, inTurn, noConnection, requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { ManagedOrder, UnknownPayment } from '#shared/endpoints/payments.ts';

import { managedOrdersQuery } from './admin-payments.queries.ts';
import { OrderLog } from './order-log.tsx';

const order: ManagedOrder = {
  id: 'order-1',
  state: 'paid',
  coins: 1200,
  bonus: 100,
  amount: 2400,
  currency: 'eur',
  mode: 'live',
  createdAt: '2026-11-18T10:00:00.000Z',
  paidAt: '2026-11-18T10:01:00.000Z',
  canceledAt: null,
  url: null,
  refunded: 0,
  clawed: 0,
  dispute: null,
  username: 'Ada',
  sessionId: 'cs_1',
  paymentId: 'pi_1',
  disputed: 0,
  reviewReason: null,
  endReason: null,
  lossesDue: false,
  consentVersion: null,
  consentAt: null,
  consentTerms: null,
  refundable: 2400,
};
const totals = {
  paid: 11,
  coins: 13_000,
  clawed: 70,
  players: 5,
  money: [
    { currency: 'eur', amount: 24_000, refunded: 0, disputed: 300 },
    { currency: 'usd', amount: 500, refunded: 20, disputed: 0 },
  ],
};

const bulk = 'POST /api/admin/orders/refund';

function open(
  orders: ManagedOrder[],
  { filter = {}, unknown = [] as UnknownPayment[], reviews = 0, disputes = 0 } = {},
) {
  return renderScreen(<OrderLog filter={filter} page={1} />, {
    address: '/admin/shop-logs',
    as: 'admin',
    answers: {
      'GET /api/admin/orders': {
        orders,
        page: 1,
        pages: 1,
        total: orders.length,
        totals,
        attention: { reviews, disputes, unknown: unknown.length },
        unknown,
      },
    },
  });
}

const rowOf = async (name: string) => (await screen.findByLabelText(name)).closest('tr')!;
const texts = (row: HTMLElement) =>
  [...row.querySelectorAll('td, th')].map(({ textContent }) => textContent).slice(2, 7);

test('the log sums money by currency, and says what needs attention', async () => {
  const filter = { player: 'Ada' };
  const { unmount } = await open([order], { filter, reviews: 2, disputes: 1 });
  await screen.findByText('Needs attention: 2 payments to review and 1 open dispute.');
  expect(screen.getByText('Show them').getAttribute('href')).toBe(
    '/admin/shop-logs?view=top-ups&state=attention',
  );
  const sumOf = (label: string) =>
    screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
  expect(
    ['Paid', 'Revenue', 'Testcoins sold', 'Refunded', 'Disputed', 'Players'].map(sumOf),
  ).toEqual(['11', '€240.00 · $5.00', '13,000', '€0.00 · $0.20', '€3.00', '5']);
  expect(screen.getByText('CSV').getAttribute('href')).toBe('/api/admin/orders.csv?player=Ada');
  expect(requests('GET /api/admin/orders')[0]?.query).toEqual({ player: 'Ada', page: '1' });
  unmount();
  await open([order], { filter: { attention: 'true' }, reviews: 2 });
  await screen.findByText('Top-ups (1)');
  expect(screen.queryByText(/^Needs attention/)).toBeNull();
});

test.each([
  [1, 0, 'Needs attention: 1 payment to review.'],
  [0, 2, 'Needs attention: 2 open disputes.'],
])('%d reviews and %d disputes are named without the other', async (reviews, disputes, text) => {
  await open([], { reviews, disputes });
  await screen.findByText(text);
});

test('a row has the credited coins, the state and a refund while something is left', async () => {
  await open([
    order,
    {
      ...order,
      id: 'order-2',
      username: 'Bob',
      bonus: 0,
      refunded: 400,
      refundable: 2000,
      lossesDue: true,
      mode: 'sandbox',
      paymentId: null,
    },
    {
      ...order,
      id: 'order-3',
      username: 'Cyd',
      refunded: 2400,
      refundable: 0,
      dispute: 'lost',
      mode: 'test',
      currency: 'usd',
    },
    { ...order, id: 'order-4', username: 'Dee', state: 'expired', refundable: 0 },
  ]);
  const rows = [
    await rowOf('Select €24.00 of Ada'),
    await rowOf('Select €24.00 of Bob'),
    await rowOf('Select $24.00 of Cyd'),
    await rowOf('Select €24.00 of Dee'),
  ];
  expect(rows.map(texts)).toEqual([
    ['Ada', '1,300', '€24.00', 'Paid', 'pi_1'],
    ['Bob', '1,200', '€24.00', 'PaidPartly refundedRefund not confirmed yetSandbox', 'cs_1'],
    ['Cyd', '1,300', '$24.00', 'PaidRefundedDispute lostTest', 'pi_1'],
    ['Dee', '1,300', '€24.00', 'Expired', 'pi_1'],
  ]);
  expect(
    rows.map((row) => within(row).queryByText('Refund', { selector: 'button' }) !== null),
  ).toEqual([true, true, false, false]);
});

test('several refunds are what is left of each, and a retry without an answer keeps their key', async () => {
  const { user } = await open([
    order,
    { ...order, id: 'order-2', username: 'Bob', refundable: 700 },
    { ...order, id: 'order-3', username: 'Cyd', currency: 'usd', refundable: 150 },
    { ...order, id: 'order-4', username: 'Dee', refundable: 0 },
    { ...order, id: 'order-5', username: 'Eve', refundable: 9900 },
  ]);
  const refund = () => screen.getAllByText<HTMLButtonElement>('Refund').at(-1)!;
  await user.click(await screen.findByLabelText('Select €24.00 of Dee'));
  expect(refund().disabled).toBe(true);
  for (const name of ['€24.00 of Ada', '€24.00 of Bob', '$24.00 of Cyd']) {
    await user.click(screen.getByLabelText(`Select ${name}`));
  }
  expect(screen.getAllByText('CSV').at(-1)!.closest('a')?.getAttribute('href')).toBe(
    '/api/admin/orders.csv?ids=order-1%2Corder-2%2Corder-3%2Corder-4',
  );
  const results = ['order-1', 'order-2', 'order-3'].map((id) => ({ id, error: null }));
  answer({ [bulk]: inTurn(noConnection, { results }, { results }) });
  const send = async () => {
    await user.click(refund());
    await screen.findByText(
      'Refund 3 top-ups in full, €31.00 and $1.50 in all, to the cards of the players? The Testcoins are taken back even if they have been spent. This cannot be undone.',
    );
    await user.click(screen.getByText('Yes, Refund'));
  };
  await send();
  await user.click(await screen.findByText('OK'));
  await send();
  await screen.findByText('3 refunded.');
  expect(screen.queryByLabelText('Selection')).toBeNull();
  for (const name of ['€24.00 of Ada', '€24.00 of Bob', '$24.00 of Cyd']) {
    await user.click(screen.getByLabelText(`Select ${name}`));
  }
  await send();
  await expect.poll(() => requests(bulk)).toHaveLength(3);
  const bodies = requests(bulk).map(({ body }) => body as { key: string });
  for (const body of bodies) {
    expect(body).toEqual({
      refunds: [
        { id: 'order-1', amount: 2400 },
        { id: 'order-2', amount: 700 },
        { id: 'order-3', amount: 150 },
      ],
      key: expect.any(String),
    });
  }
  expect(bodies[1]?.key).toBe(bodies[0]?.key);
  expect(bodies[2]?.key).not.toBe(bodies[0]?.key);
});

test('a review is closed with a note, and only orders under review offer it', async () => {
  const resolve = 'POST /api/admin/orders/{id}/resolve';
  const { user } = await open([
    order,
    { ...order, id: 'order-2', username: 'Bob', state: 'review', reviewReason: 'Paid twice.' },
  ]);
  answer({ [resolve]: order });
  const menu = (name: string) =>
    screen.findByLabelText(`More actions for the top-up of ${name}`, { selector: 'ul' });
  const itemsOf = async (name: string) =>
    within(await menu(name))
      .getAllByRole('menuitem', { hidden: true })
      .map(({ textContent }) => textContent);
  expect(await itemsOf('Ada')).toEqual(['Manage the player', 'Top-ups of this player']);
  expect(await itemsOf('Bob')).toEqual([
    'Manage the player',
    'Top-ups of this player',
    'Close the review',
  ]);
  expect(
    within(await menu('Bob'))
      .getByText('Top-ups of this player')
      .closest('a')?.search,
  ).toBe('?view=top-ups&player=Bob');
  await user.click(within(await menu('Bob')).getByText('Close the review'));
  screen.getByText('Paid twice.');
  const submit = screen.getByText<HTMLButtonElement>('Close Review');
  const note = screen.getByLabelText(/^Result of the review/);
  await user.fill(note, ' ');
  expect(submit.disabled).toBe(true);
  await user.fill(note, 'Refunded by hand.');
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  await user.click(submit);
  await screen.findByText('The review was closed.');
  expect(screen.queryByText('Close the Review')).toBeNull();
  expect(requests(resolve)).toMatchObject([
    { params: { id: 'order-2' }, body: { note: ' Refunded by hand.' } },
  ]);
  expect(invalidate.mock.calls).toEqual([[{ queryKey: ['shop'] }]]);
});

test.each<[string, Partial<ManagedOrder>, string[]]>([
  ['paid', {}, ['open a dispute']],
  ['not paid', { state: 'pending' }, []],
  ['disputed', { dispute: 'open' }, ['dispute won', 'dispute lost']],
  ['won', { dispute: 'won' }, []],
  ['lost', { dispute: 'lost' }, []],
  ['paid with a real card', { mode: 'live' }, []],
  ['paid in test mode', { mode: 'test' }, []],
])('an order of the sandbox that is %s: which disputes can be played', async (_, change, names) => {
  const { user } = await open([{ ...order, mode: 'sandbox', ...change }]);
  const menu = within(
    await screen.findByLabelText('More actions for the top-up of Ada', { selector: 'ul' }),
  );
  const items = menu.queryAllByText(/^Sandbox/);
  expect(items.map(({ textContent }) => textContent)).toEqual(
    names.map((name) => `Sandbox: ${name}`),
  );
  const last = items.at(-1);
  if (!last) return;
  const dispute = 'POST /api/admin/sandbox/orders/{id}/dispute';
  answer({ [dispute]: undefined });
  await user.click(last);
  const outcome = names.length === 1 ? 'opened' : 'lost';
  await expect
    .poll(() => requests(dispute))
    .toMatchObject([{ params: { id: 'order-1' }, body: { outcome } }]);
});

test('a payment for an unknown order is marked as handled with a note', async () => {
  const payment = {
    id: 'pi_9',
    orderId: 'order-9',
    sessionId: 'cs_9',
    player: 'Ada',
    amount: 1250,
    currency: 'usd',
    mode: 'live' as const,
    foundAt: '2026-11-18T10:00:00.000Z',
  };
  const handle = 'POST /api/admin/unknown-payments/{id}/handle';
  const other = { ...payment, id: 'pi_8', sessionId: null, player: null, amount: 300 };
  const { user } = await open([order], { unknown: [payment, other] });
  answer({ [handle]: undefined });
  const notice = (await screen.findByText('$12.50 paid for an unknown order')).parentElement!;
  expect(notice.textContent).toContain('Paid by Ada. Checkout cs_9, order order-9, found ');
  expect(screen.getByText('$3.00 paid for an unknown order').parentElement?.textContent).toContain(
    'The player is unknown. Checkout pi_8, order order-9, found ',
  );
  await user.click(screen.getAllByText('Mark as Handled')[0]!);
  const submit = screen
    .getAllByText<HTMLButtonElement>('Mark as Handled')
    .find(({ type }) => type === 'submit')!;
  expect(submit.disabled).toBe(true);
  await user.fill(screen.getByLabelText(/^What was done/), 'Refunded there.');
  await user.click(submit);
  await screen.findByText('The payment is marked as handled.');
  await expect.poll(() => screen.queryByText('Mark the Payment as Handled')).toBeNull();
  expect(requests(handle)).toMatchObject([
    { params: { id: 'pi_9' }, body: { note: 'Refunded there.' } },
  ]);
});

test('a log that is too long is summed on request, with its filter', async () => {
  const page = { orders: [order], page: 2, pages: 900, total: 20_000, unknown: [] };
  const attention = { reviews: 0, disputes: 0, unknown: 0 };
  const { user } = await renderScreen(<OrderLog filter={{ player: 'Ada' }} page={2} />, {
    address: '/admin/shop-logs',
    as: 'admin',
    answers: {
      'GET /api/admin/orders': ({ query }) => ({
        ...page,
        attention,
        totals: query.totals === 'all' ? totals : null,
      }),
    },
  });
  await screen.findByText('Top-ups (20,000+)');
  await user.click(screen.getByText('Count and Sum All'));
  await screen.findByText('€240.00 · $5.00');
  expect(requests('GET /api/admin/orders').map(({ query }) => query)).toEqual([
    { player: 'Ada', page: '2' },
    { player: 'Ada', page: '1', totals: 'all' },
  ]);
});

test('the log is read again every 15 seconds, because only buyers are told of payments', () => {
  expect(managedOrdersQuery({ page: 1 }).refetchInterval).toBe(15_000);
});
