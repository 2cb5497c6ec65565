import { type Kysely, sql } from 'kysely';

import type { LedgerBook, LedgerKind, Schema } from '#server/db/schema.ts';

export type Movement = {
  accountId: number;
  kind: LedgerKind;
  /** What it is for, such as an order's id: the same kind and ref move coins once. */
  ref: string;
  /** From the player's side: positive gives coins, negative takes them. */
  amount: number;
  book: LedgerBook;
  /** What the player reads in the statement. */
  memo: string;
};

export type Moved = { transactionId: number; balance: number; isNew: boolean };

export async function moveCoins(db: Kysely<Schema>, movement: Movement): Promise<Moved> {
  const { accountId, kind, ref, amount, book, memo } = movement;
  const { rows } = await sql<Moved>`
    select transaction_id as "transactionId", balance, is_new as "isNew"
    from move_coins(${accountId}, ${kind}, ${ref}, ${amount}, ${book}, ${memo})`.execute(db);
  const moved = rows[0];
  if (!moved) throw new Error('move_coins answered nothing.');
  return moved;
}
