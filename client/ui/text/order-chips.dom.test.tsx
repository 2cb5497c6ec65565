import { expect, test } from 'vitest';

import { render } from '#client/testing/render-page.tsx';
import type { Order } from '#shared/endpoints/payments.ts';
import { orderStates } from '#shared/rules/order-states.ts';

import { OrderChips } from './order-chips.tsx';

const order: Order = {
  id: '1',
  state: 'paid',
  coins: 500,
  amount: 499,
  currency: 'eur',
  mode: 'live',
  createdAt: '2026-11-01T12:00:00.000Z',
  paidAt: null,
  canceledAt: null,
  url: null,
  refunded: 0,
  clawed: 0,
  dispute: null,
};

function chipsOf(changes: Partial<Order>): (string | null)[] {
  const { container, unmount } = render(<OrderChips order={{ ...order, ...changes }} />);
  const chips = [...(container.firstElementChild?.children ?? [])].map((chip) => chip.textContent);
  unmount();
  return chips;
}

test('a canceled checkout is called so until it is paid after all', () => {
  const canceledAt = '2026-11-01T12:05:00.000Z';
  const labels = orderStates.map((state) => [
    ...chipsOf({ state }),
    ...chipsOf({ state, canceledAt }),
  ]);
  expect(labels).toEqual([
    ['Started', 'Started'],
    ['Not paid yet', 'Canceled'],
    ['Processing', 'Processing'],
    ['Paid', 'Paid'],
    ['Failed', 'Failed'],
    ['Expired', 'Canceled'],
    ['In review', 'In review'],
  ]);
});

test('a refund is partial until the whole amount is back, and a dispute has its outcome', () => {
  expect(chipsOf({ refunded: 1 })).toEqual(['Paid', 'Partly refunded']);
  expect(chipsOf({ refunded: 498 })).toEqual(['Paid', 'Partly refunded']);
  expect(chipsOf({ refunded: 499 })).toEqual(['Paid', 'Refunded']);
  expect(chipsOf({ dispute: 'open' })).toEqual(['Paid', 'Disputed']);
  expect(chipsOf({ dispute: 'won' })).toEqual(['Paid', 'Dispute won']);
  expect(chipsOf({ dispute: 'lost', refunded: 2 })).toEqual([
    'Paid',
    'Partly refunded',
    'Dispute lost',
  ]);
});
