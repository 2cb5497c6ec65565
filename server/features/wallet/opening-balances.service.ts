import type { Trx } from '#server/db/schema.ts';

import { insertOpeningBalances } from './wallet.db.ts';
import type { OpeningBalance } from './wallet.db.ts';

const batchSize = 500;

/** The coins that players had on another site. Each `ref` is credited once, however often this runs. */
export async function openBalances(
  trx: Trx,
  balances: readonly OpeningBalance[],
  memo: string,
): Promise<{ players: number; coins: number }> {
  const total = { players: 0, coins: 0 };
  // Every movement locks wallets in this order, so two imports cannot deadlock.
  const sorted = balances.toSorted((a, b) => a.accountId - b.accountId);
  for (let from = 0; from < sorted.length; from += batchSize) {
    const opened = await insertOpeningBalances(trx, sorted.slice(from, from + batchSize), memo);
    total.players += opened.players;
    total.coins += opened.coins;
  }
  return total;
}
