import { type Kysely, sql } from 'kysely';

import type { LedgerKind, Schema } from '#server/db/schema.ts';

export async function findWallet(
  db: Kysely<Schema>,
  accountId: number,
): Promise<{ balance: number; frozen: boolean }> {
  const { rows } = await sql<{ balance: number; frozen: boolean }>`
    select wyncoins as balance, is_wallet_frozen(id) as frozen
    from accounts where id = ${accountId}`.execute(db);
  return rows[0] ?? { balance: 0, frozen: false };
}

export async function countEntries(db: Kysely<Schema>, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('ledger_postings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

type Entry = {
  id: number;
  at: Date;
  kind: LedgerKind;
  ref: string;
  memo: string;
  amount: number;
  balance: number;
};

export async function findEntries(
  db: Kysely<Schema>,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select p.id, t.at, t.kind, t.ref, t.memo, p.amount, p.balance_after as balance
    from ledger_postings p
    join ledger_transactions t on t.id = p.transaction_id
    where p.account_id = ${accountId}
    order by p.id desc
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
