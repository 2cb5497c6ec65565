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
