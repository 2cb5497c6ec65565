import { csvStart, toCsvLine } from '#server/lib/csv.ts';
import type { ManagedOrder } from '#shared/payments.ts';

export const ordersCsvHead =
  csvStart +
  toCsvLine([
    'Order',
    'Player',
    'State',
    'Mode',
    'Created',
    'Paid',
    'Wyncoins',
    'Amount',
    'Currency',
    'Refunded',
    'Disputed',
    'Dispute',
    'Taken back',
    'Review',
    'Payment',
  ]);

export function toOrderLine(order: ManagedOrder): string {
  return toCsvLine([
    order.id,
    order.username,
    order.state,
    order.mode,
    order.createdAt,
    order.paidAt,
    order.coins,
    toDecimal(order.amount),
    order.currency,
    toDecimal(order.refunded),
    toDecimal(order.disputed),
    order.dispute,
    order.clawed,
    order.reviewReason,
    order.paymentId,
  ]);
}

function toDecimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
