import { sql } from 'kysely';

import type { Db, Schema } from '#server/db/schema.ts';

export type Movement = {
  accountId: number;
  kind: Schema['ledger']['kind'];
  /** For example an order's id. The same kind and ref move coins only once. */
  ref: string;
  /** Positive gives the player coins, negative takes them. */
  amount: number;
  book: Schema['ledger']['book'];
  /** Shown to the player in the statement. */
  memo: string;
};

export type Moved = { transactionId: number; balance: number; isNew: boolean };

export async function moveCoins(db: Db, movement: Movement): Promise<Moved> {
  const { accountId, kind, ref, amount, book, memo } = movement;
  const { rows } = await sql<Moved>`
    select transaction_id as "transactionId", balance, is_new as "isNew"
    from move_coins(${accountId}, ${kind}, ${ref}, ${amount}, ${book}, ${memo})`.execute(db);
  const moved = rows[0];
  if (!moved) throw new Error('move_coins returned no row.');
  return moved;
}

export type OpeningBalance = { accountId: number; ref: string; amount: number };

export async function insertOpeningBalances(
  db: Db,
  balances: readonly OpeningBalance[],
  memo: string,
): Promise<{ players: number; coins: number }> {
  // Materialized, or the movement may be tried before known refs are left out, and fails if the amount differs.
  const { rows } = await sql<{ players: number; coins: number }>`
    with fresh as materialized (
      select * from unnest(
        ${balances.map(({ accountId }) => accountId)}::bigint[],
        ${balances.map(({ ref }) => ref)}::text[],
        ${balances.map(({ amount }) => amount)}::bigint[]
      ) as given (account_id, ref, amount)
      where not exists (
        select from ledger as l where l.kind = 'adjustment' and l.ref = given.ref
      )
    )
    select count(*)::bigint as players, coalesce(sum(fresh.amount), 0)::bigint as coins
    from fresh
    cross join lateral move_coins(
      fresh.account_id, 'adjustment', fresh.ref, fresh.amount, 'adjustments', ${memo}
    ) as moved
    where moved.is_new`.execute(db);
  return rows[0] ?? { players: 0, coins: 0 };
}

/** Sums the days that are over, for the charts and the sales of items; see server/db/functions/sum_days.sql. */
export async function sumDays(db: Db): Promise<void> {
  await sql`select sum_days()`.execute(db);
}
