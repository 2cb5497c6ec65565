import { type Kysely, sql } from 'kysely';

import type { Schema } from '#server/db/schema.ts';

/** One rule of the books: a query that lists what breaks it, in words. */
export type Rule = { name: string; query: string };

/** Every row of such a query is a breach. */
export const rules: Rule[] = [
  {
    name: 'Every balance is the sum of its postings',
    query: `
      select format('%s has %s, the postings say %s', a.username, a.wyncoins, coalesce(p.sum, 0)) as text
      from accounts a
      left join (
        select account_id, sum(amount) as sum from ledger_postings
        where account_id is not null group by account_id
      ) p on p.account_id = a.id
      where a.wyncoins <> coalesce(p.sum, 0)`,
  },
  {
    name: 'Every transaction has two sides that sum to zero',
    query: `
      select format('transaction %s: %s postings, sum %s', t.id, count(p.id), coalesce(sum(p.amount), 0)) as text
      from ledger_transactions t
      left join ledger_postings p on p.transaction_id = t.id
      group by t.id
      having count(p.id) <> 2 or sum(p.amount) <> 0 or count(p.account_id) <> 1`,
  },
  {
    name: 'Running balances follow from posting to posting',
    query: `
      select format('posting %s: balance %s after %s', id, balance_after, before) as text
      from (
        select id, amount, balance_after,
          coalesce(lag(balance_after) over (partition by account_id order by id), 0) as before
        from ledger_postings where account_id is not null
      ) p
      where balance_after <> before + amount`,
  },
  {
    name: 'A balance goes below zero by refunds and disputes alone',
    query: `
      select format('posting %s (%s %s) left %s', p.id, t.kind, t.ref, p.balance_after) as text
      from ledger_postings p
      join ledger_transactions t on t.id = p.transaction_id
      where p.account_id is not null and p.amount < 0 and p.balance_after < 0 and t.kind <> 'clawback'`,
  },
  {
    name: 'Every paid order is credited once, with its coins, to its buyer',
    query: `
      select format('order %s: paid %s coins, credited %s', o.id, o.coins, coalesce(p.amount::text, 'nothing')) as text
      from orders o
      left join ledger_transactions t on t.kind = 'topup' and t.ref = o.id::text
      left join ledger_postings p on p.transaction_id = t.id and p.account_id = o.account_id
      where o.state = 'paid' and p.amount is distinct from o.coins::bigint`,
  },
  {
    name: 'Every credit belongs to a paid order',
    query: `
      select format('top-off %s: the order is %s', t.ref, coalesce(o.state, 'missing')) as text
      from ledger_transactions t
      left join orders o on o.id::text = t.ref
      where t.kind = 'topup' and o.state is distinct from 'paid'`,
  },
  {
    name: 'What was taken back is what the refunds and disputes say',
    query: `
      select format('order %s: %s taken back, the ledger says %s', o.id, o.clawed, -coalesce(c.sum, 0)) as text
      from orders o
      left join (
        select split_part(t.ref, ':', 1) as order_id, sum(p.amount) as sum
        from ledger_transactions t
        join ledger_postings p on p.transaction_id = t.id and p.account_id is not null
        where t.kind = 'clawback' group by 1
      ) c on c.order_id = o.id::text
      where o.clawed <> -coalesce(c.sum, 0)
        or (o.state = 'paid' and o.clawed <> least(
          o.coins, ceil(o.coins::numeric * least(o.amount, o.refunded + o.disputed) / o.amount)
        ))`,
  },
];

/** Where there is a shop. */
export const purchaseRules: Rule[] = [
  {
    name: 'Every purchase was charged once, with its price',
    query: `
      select format('purchase %s: price %s, charged %s', b.id, b.price, coalesce(-p.amount, 0)) as text
      from purchases b
      left join ledger_transactions t on t.kind = 'purchase' and t.ref = b.id::text
      left join ledger_postings p on p.transaction_id = t.id and p.account_id = b.account_id
      where p.amount is distinct from -b.price or t.id <> b.transaction_id`,
  },
  {
    name: 'Every charge belongs to a purchase',
    query: `
      select format('charge %s', t.ref) as text
      from ledger_transactions t
      left join purchases b on b.id::text = t.ref
      where t.kind = 'purchase' and b.id is null`,
  },
  {
    name: 'Every purchase is one delivery to its buyer, and every refund one canceled',
    query: `
      select format('purchase %s (%s): delivery %s', b.id, b.state, coalesce(d.state, 'missing')) as text
      from purchases b
      left join deliveries d on d.id = b.delivery_id
      where d.account_id is distinct from b.account_id or d.item_id <> b.item_id
        or d.quantity <> b.quantity
        or (b.state = 'refunded') <> (d.state = 'canceled')`,
  },
  {
    name: 'Every refunded purchase was given back once',
    query: `
      select format('purchase %s (%s): given back %s', b.id, b.state, coalesce(p.amount, 0)) as text
      from purchases b
      left join ledger_transactions t on t.kind = 'refund' and t.ref = b.id::text
      left join ledger_postings p on p.transaction_id = t.id and p.account_id = b.account_id
      where coalesce(p.amount, 0) <> case when b.state = 'refunded' then b.price else 0 end`,
  },
];

const maxExamples = 5;

export async function findBreaches(
  db: Kysely<Schema>,
  { query }: Rule,
): Promise<{ breaches: number; examples: string[] }> {
  const { rows } = await sql<{ count: number; examples: string[] }>`
    with breaches as (${sql.raw(query)})
    select count(*) as count,
      coalesce((select array_agg(text) from (select text from breaches limit ${sql.lit(maxExamples)}) as few), '{}') as examples
    from breaches`.execute(db);
  const row = rows[0];
  return { breaches: row?.count ?? 0, examples: row?.examples ?? [] };
}

export async function hasPurchases(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('purchases') is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}

export type Figures = { accounts: number; transactions: number; orders: number; purchases: number };

export async function countFigures(db: Kysely<Schema>, withShop: boolean): Promise<Figures> {
  const purchases = withShop ? sql`(select count(*) from purchases)` : sql`0::bigint`;
  const { rows } = await sql<Figures>`
    select (select count(*) from accounts) as accounts,
      (select count(*) from ledger_transactions) as transactions,
      (select count(*) from orders) as orders,
      ${purchases} as purchases`.execute(db);
  return rows[0] ?? { accounts: 0, transactions: 0, orders: 0, purchases: 0 };
}

const checkKey = 'wallet.ledger_check';

export async function saveCheck(db: Kysely<Schema>, check: unknown): Promise<void> {
  const value = JSON.stringify(check);
  await db
    .insertInto('settings')
    .values({ key: checkKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date() }))
    .execute();
}

export async function findSavedCheck(db: Kysely<Schema>): Promise<unknown> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', checkKey)
    .executeTakeFirst();
  return row?.value;
}
