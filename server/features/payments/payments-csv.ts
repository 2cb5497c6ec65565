import type { Deps } from '#server/deps.ts';
import { streamCsv } from '#server/lib/files/csv.ts';
import type { CsvColumns } from '#server/lib/files/csv.ts';
import type { ManagedOrder } from '#shared/endpoints/payments.ts';

import { findManagedOrders } from './managed-orders.db.ts';
import type { LogFilter } from './managed-orders.db.ts';
import { toManagedOrder } from './orders.service.ts';

const limit = 1000;

export function streamOrdersCsv(
  { db }: Pick<Deps, 'db'>,
  filter: LogFilter,
): AsyncGenerator<string> {
  return streamCsv(columns, async (_last, offset) => {
    const rows = await findManagedOrders(db, filter, { limit, offset });
    return rows.map(toManagedOrder);
  });
}

const columns: CsvColumns<ManagedOrder> = {
  Order: ({ id }) => id,
  Player: ({ username }) => username,
  State: ({ state }) => state,
  Mode: ({ mode }) => mode,
  Created: ({ createdAt }) => createdAt,
  Paid: ({ paidAt }) => paidAt,
  Coins: ({ coins }) => coins,
  Amount: ({ amount }) => toDecimal(amount),
  Currency: ({ currency }) => currency,
  Refunded: ({ refunded }) => toDecimal(refunded),
  Disputed: ({ disputed }) => toDecimal(disputed),
  Dispute: ({ dispute }) => dispute,
  'Taken back': ({ clawed }) => clawed,
  Review: ({ reviewReason }) => reviewReason,
  Payment: ({ paymentId }) => paymentId,
  Bonus: ({ bonus }) => bonus ?? 0,
};

function toDecimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
