import type { ManagedOrder } from '#shared/payments.ts';

/** The byte order mark makes spreadsheets read it as UTF-8. */
export const csvHead = `\u{FEFF}Order,Player,State,Mode,Created,Paid,Wyncoins,Amount,Currency,Refunded,Disputed,Dispute,Taken back,Review,Payment\r\n`;

export function toCsvLine(order: ManagedOrder): string {
  const cells = [
    order.id,
    order.username,
    order.state,
    order.mode,
    order.createdAt,
    order.paidAt ?? '',
    String(order.coins),
    toDecimal(order.amount),
    order.currency,
    toDecimal(order.refunded),
    toDecimal(order.disputed),
    order.dispute ?? '',
    String(order.clawed),
    order.reviewReason ?? '',
    order.paymentId ?? '',
  ];
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toDecimal(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Text that a spreadsheet would run as a formula is marked as text. */
function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
