import { sql } from 'kysely';

import { countRows } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';

export async function findWallet(
  db: Db,
  accountId: number,
): Promise<{ balance: number; frozen: boolean }> {
  const { rows } = await sql<{ balance: number; frozen: boolean }>`
    select balance, is_wallet_frozen(account_id) as frozen
    from wallets where account_id = ${accountId}`.execute(db);
  return rows[0] ?? { balance: 0, frozen: false };
}

export function countEntries(db: Db, accountId: number): Promise<number> {
  return countRows(db, 'ledger_entries', sql`account_id = ${accountId}`);
}

type Entry = {
  id: number;
  at: Date;
  kind: Schema['ledger_entries']['kind'];
  ref: string;
  memo: string;
  amount: number;
  balance: number;
};

export async function findEntries(
  db: Db,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select id, at, kind, ref, memo, amount, balance_after as balance
    from ledger_entries
    where account_id = ${accountId}
    order by id desc
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
