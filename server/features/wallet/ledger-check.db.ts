import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

/** `query` returns one row per breach, with a description in `text`. */
export type Rule = { name: string; query: string };

export const rules: Rule[] = [
  {
    name: 'Every balance is the sum of its movements',
    query: `
      select format('%s has %s, the movements say %s', a.username, coalesce(w.balance, 0), coalesce(e.sum, 0)) as text
      from accounts a
      left join wallets w on w.account_id = a.id
      left join (
        select account_id, sum(amount) as sum from ledger_entries group by account_id
      ) e on e.account_id = a.id
      where coalesce(w.balance, 0) <> coalesce(e.sum, 0)`,
  },
  {
    name: 'Every movement has two sides: a player with a wallet, and a book',
    query: `
      select format('%s %s of account %s, book %s', e.kind, e.ref, e.account_id, e.book) as text
      from ledger_entries e
      left join wallets w on w.account_id = e.account_id
      where w.account_id is null or e.book is null or e.amount = 0`,
  },
  {
    name: 'Every running balance is the one before plus the movement',
    query: `
      select format('movement %s: balance %s after %s', id, balance_after, before) as text
      from (
        select id, amount, balance_after,
          coalesce(lag(balance_after) over (partition by account_id order by id), 0) as before
        from ledger_entries
      ) e
      where balance_after <> before + amount`,
  },
  {
    name: 'Only refunds and disputes take a balance below zero',
    query: `
      select format('movement %s (%s %s) left %s', id, kind, ref, balance_after) as text
      from ledger_entries
      where amount < 0 and balance_after < 0 and kind <> 'clawback'`,
  },
  {
    name: 'Every wallet counts the open disputes of its orders',
    query: `
      select format('account %s: counted %s, there are %s', account_id, coalesce(w.open_disputes, 0), coalesce(o.open, 0)) as text
      from wallets w
      full join (
        select account_id, count(*) as open from orders where dispute = 'open' group by account_id
      ) o using (account_id)
      where coalesce(w.open_disputes, 0) <> coalesce(o.open, 0)`,
  },
  {
    name: 'Every paid order is credited once, with its coins, to its buyer',
    query: `
      select format('order %s: paid %s coins, credited %s', o.id, o.coins + o.bonus, coalesce(l.amount::text, 'nothing')) as text
      from orders o
      left join ledger l on l.kind = 'topup' and l.ref = o.id::text and l.account_id = o.account_id
      where o.state = 'paid' and l.amount is distinct from (o.coins + o.bonus)::bigint`,
  },
  {
    name: 'Every credit belongs to a paid order',
    query: `
      select format('top-up %s: the order is %s', l.ref, coalesce(o.state, 'missing')) as text
      from ledger l
      left join orders o on o.id::text = l.ref
      where l.kind = 'topup' and o.state is distinct from 'paid'`,
  },
  {
    name: 'Coins taken back match the refunds and disputes',
    query: `
      select format('order %s: %s taken back, the ledger says %s', o.id, o.clawed, -coalesce(c.sum, 0)) as text
      from orders o
      left join (
        select split_part(ref, ':', 1) as order_id, sum(amount) as sum
        from ledger where kind = 'clawback' group by 1
      ) c on c.order_id = o.id::text
      where o.clawed <> -coalesce(c.sum, 0)
        or (o.state = 'paid' and o.clawed <> least(
          o.coins + o.bonus, ceil((o.coins + o.bonus)::numeric * least(o.amount, o.refunded + o.disputed) / o.amount)
        ))`,
  },
  {
    name: 'Every canceled purchase is refunded once, and no other',
    query: `
      select format('purchase %s (%s): refunded %s', p.id, p.state, coalesce(l.amount, 0)) as text
      from purchases p
      left join ledger l
        on l.kind = 'refund' and l.ref = p.id::text and l.account_id = p.account_id
      where coalesce(l.amount, 0) <> case when p.state = 'canceled' then p.price else 0 end`,
  },
  {
    name: 'Every refund belongs to a purchase',
    query: `
      select format('refund %s', l.ref) as text
      from ledger l
      left join purchases p on p.id::text = l.ref
      where l.kind = 'refund' and p.id is null`,
  },
  {
    name: 'Every bundle is bought as a whole, by one player at one price',
    query: `
      select format('bundle %s of purchase %s: %s parts', bundle_id, group_id, count(*)) as text
      from purchases where bundle_id is not null
      group by bundle_id, group_id
      having min(id) <> group_id or count(*) < 2 or min(account_id) <> max(account_id)
        or count(distinct receiver_id) > 1 or count(receiver_id) not in (0, count(*))
        or count(distinct coalesce(sale_id, 0)) > 1 or count(distinct coalesce(discount_id, 0)) > 1
        or (min(price) < 1 and max(price) > 0)`,
  },
  {
    name: 'Every lower price has its sale or its discount',
    query: `
      select format('purchase %s: %s instead of %s', id, price, full_price) as text
      from purchases
      where price > 0 and full_price is not null
        and (price > full_price or sale_id is null and discount_id is null)`,
  },
  {
    name: 'Every discount is used once, by its own player',
    query: `
      select format('discount %s', d.id) as text
      from shop_discounts d
      left join purchases p on p.id = d.purchase_id
      where d.purchase_id is not null
        and (p.discount_id is distinct from d.id or p.account_id is distinct from d.account_id)
      union all
      select format('discount %s: %s purchases', discount_id, count(distinct coalesce(group_id, id)))
      from purchases where discount_id is not null
      group by discount_id having count(distinct coalesce(group_id, id)) > 1`,
  },
  {
    name: 'Every total limit counts its purchases',
    query: `
      select format('item %s: counted %s, there are %s', i.id, i.sold_of_limit, coalesce(sold.count, 0)) as text
      from shop_items i
      left join (
        select coalesce(bundle_id, shop_item_id) as item_id, limit_round,
          count(distinct coalesce(group_id, id)) as count
        from purchases where limit_round is not null and state <> 'canceled' group by 1, 2
      ) sold on sold.item_id = i.id and sold.limit_round = i.limit_round
      where i.total_limit is not null and i.sold_of_limit <> coalesce(sold.count, 0)`,
  },
  {
    name: 'Every end of a rank or membership is sent once, for one that ended',
    query: `
      select format('delivery %s', p.id) as text
      from purchases p
      left join shop_grants g on g.purchase_id = p.ends_id
      where p.ends_id is not null and (p.price > 0 or g.purchase_id is not null
        and (g.ended_at is null or g.end_purchase_id is distinct from p.id))`,
  },
  {
    name: 'Every use of a code gave its coins once, to its player',
    query: `
      select format('use %s of a code: credited %s', coalesce(u.id::text, l.ref), coalesce(l.amount, 0)) as text
      from (
        select code_uses.id, account_id, value from code_uses join code_batches b on b.id = batch_id
        where kind = 'coins'
      ) u
      full join (select * from ledger where kind = 'code') l on l.ref = u.id::text
      where u.value is distinct from l.amount or u.account_id <> l.account_id`,
  },
  {
    name: 'Every code counts its uses',
    query: `
      select format('code %s: counted %s, there are %s', c.id, c.uses, count(u.id)) as text
      from codes c left join code_uses u on u.code_id = c.id
      group by c.id having c.uses <> count(u.id)`,
  },
];

const maxExamples = 5;

export async function findBreaches(
  db: Db,
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

export type Figures = { accounts: number; transactions: number; orders: number; purchases: number };

export async function countFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select (select count(*) from accounts) as accounts,
      (select count(*) from ledger_entries) as transactions,
      (select count(*) from orders) as orders,
      (select count(*) from purchases) as purchases`.execute(db);
  return rows[0] ?? { accounts: 0, transactions: 0, orders: 0, purchases: 0 };
}
