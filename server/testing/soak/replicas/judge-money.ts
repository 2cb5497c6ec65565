import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import { countClawed } from '#shared/endpoints/payments.ts';

import type { World } from './prepare.ts';
import type { Records } from './records.ts';

// Coins and payments: the orders and the ledger against the sandbox's tables and against what the
// players were told.

type Case = { db: Db; records: Records; world: World };

export async function judgeMoney({ db, records, world }: Case): Promise<string[]> {
  const orders = await readOrders(db);
  return [
    ...(await findWrongBalances(db)),
    ...judgePayments(orders, records),
    ...judgeLosses(orders),
    ...(await judgeRefunds(db, records)),
    ...(await judgeExpectedCoins({ db, records, world }, orders)),
    ...(await findLeftovers(db)),
  ];
}

type OrderCase = {
  id: string;
  accountId: number;
  state: string;
  coins: number;
  amount: number;
  refunded: number;
  disputed: number;
  dispute: string | null;
  clawed: number;
  isDue: boolean;
  reviewReason: string | null;
  /** From the sandbox. */
  isPaid: boolean;
  refundedThere: number;
  disputedThere: number;
  disputes: string[];
  /** From the ledger. */
  credits: number;
  credited: number;
  clawedBack: number;
};

async function readOrders(db: Db): Promise<OrderCase[]> {
  const { rows } = await sql<OrderCase>`
    select o.id, o.account_id as "accountId", o.state, o.coins, o.amount, o.refunded, o.disputed,
      o.dispute, o.clawed, o.losses_due as "isDue", o.review_reason as "reviewReason",
      coalesce(s.payment_status = 'paid', false) as "isPaid",
      (select coalesce(sum(amount), 0)::int from sandbox_refunds r
        where r.payment_id = s.payment_id and r.status <> 'failed') as "refundedThere",
      (select coalesce(sum(amount), 0)::int from sandbox_disputes d
        where d.payment_id = s.payment_id and d.status <> 'won') as "disputedThere",
      array(select status::text from sandbox_disputes d where d.payment_id = s.payment_id) as disputes,
      (select count(*)::int from ledger l where l.kind = 'topup' and l.ref = o.id::text) as credits,
      (select coalesce(sum(amount), 0)::int from ledger l
        where l.kind = 'topup' and l.ref = o.id::text) as credited,
      (select coalesce(-sum(amount), 0)::int from ledger l
        where l.kind = 'clawback' and l.ref like o.id::text || ':%') as "clawedBack"
    from orders o left join sandbox_sessions s on s.metadata ->> 'order_id' = o.id::text`.execute(
    db,
  );
  return rows;
}

async function findWrongBalances(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: number; balance: number; sum: number }>`
    with sums as (select account_id, sum(amount)::bigint as sum from ledger_entries group by 1)
    select account_id as id, coalesce(balance, 0) as balance, coalesce(sum, 0) as sum
    from wallets full join sums using (account_id)
    where coalesce(balance, 0) <> coalesce(sum, 0)`.execute(db);
  return rows.map(({ id, balance, sum }) => `account ${id} has ${balance}, its entries say ${sum}`);
}

function judgePayments(orders: OrderCase[], { orders: opened, paid }: Records): string[] {
  const found: string[] = [];
  const byId = new Map(orders.map((order) => [order.id, order]));
  for (const [id, { accountId, coins }] of opened) {
    const order = byId.get(id);
    if (!order) found.push(`order ${id} was answered and is missing`);
    else if (order.accountId !== accountId || order.coins !== coins) {
      found.push(`order ${id} is for other coins or another player than was answered`);
    }
  }
  for (const order of orders) {
    const { id, state, coins, isPaid, credits, credited, reviewReason } = order;
    if (isPaid !== paid.has(id)) {
      found.push(
        `order ${id}: the sandbox says ${isPaid ? 'paid' : 'not paid'}, the player was told otherwise`,
      );
    }
    if (isPaid && (state !== 'paid' || credits !== 1 || credited !== coins)) {
      found.push(
        `order ${id} of ${coins} was paid: it is ${state}, ${credits} credits of ${credited}`,
      );
    }
    if (!isPaid && (state === 'paid' || credits > 0)) {
      found.push(`order ${id} was not paid: it is ${state} with ${credits} credits`);
    }
    if (reviewReason !== null) found.push(`order ${id} is under review: ${reviewReason}`);
  }
  return found;
}

function judgeLosses(orders: OrderCase[]): string[] {
  const found: string[] = [];
  for (const order of orders) {
    const { id, refunded, disputed, dispute, clawed, isDue, clawedBack } = order;
    const there = {
      refunded: order.refundedThere,
      disputed: order.disputedThere,
      dispute: describeDisputes(order.disputes),
    };
    if (JSON.stringify(there) !== JSON.stringify({ refunded, disputed, dispute })) {
      const here = JSON.stringify({ refunded, disputed, dispute });
      found.push(`order ${id} has ${here}, the sandbox ${JSON.stringify(there)}`);
    }
    const due = order.state === 'paid' ? countClawed(order, there) : 0;
    if (clawed !== due || clawedBack !== due) {
      found.push(`order ${id}: ${due} coins are due, ${clawed} noted, ${clawedBack} taken`);
    }
    if (isDue) found.push(`the refunds of order ${id} were not read again`);
  }
  return found;
}

function describeDisputes(states: string[]): string | null {
  if (states.includes('needs_response')) return 'open';
  if (states.includes('lost')) return 'lost';
  return states.length > 0 ? 'won' : null;
}

async function judgeRefunds(db: Db, { refunds }: Records): Promise<string[]> {
  const found: string[] = [];
  const { rows } = await sql<{ key: string; orderId: string; amount: number }>`
    select metadata ->> 'refund_key' as key, metadata ->> 'order_id' as "orderId", amount
    from sandbox_refunds`.execute(db);
  const made = new Map(rows.map((row) => [row.key, row]));
  if (made.size !== rows.length) found.push('a key was refunded twice');
  for (const [key, { orderId, amount }] of refunds) {
    const refund = made.get(key);
    if (refund?.orderId !== orderId || refund.amount !== amount) {
      found.push(`the refund ${key} of order ${orderId} was answered and not made`);
    }
  }
  for (const key of made.keys()) {
    if (!refunds.has(key)) found.push(`the refund ${key} was made and never answered`);
  }
  return found;
}

/** From the players' own view: what they began with, paid, bought and got back. */
async function judgeExpectedCoins(
  { db, records, world }: Case,
  orders: OrderCase[],
): Promise<string[]> {
  const expected = new Map(world.players.map(({ id, firstCoins }) => [id, firstCoins]));
  const add = (id: number, coins: number) => expected.set(id, (expected.get(id) ?? 0) + coins);
  for (const { id, accountId, coins, clawed } of orders) {
    if (records.paid.has(id)) add(accountId, coins - clawed);
  }
  const canceled = await db
    .selectFrom('purchases')
    .select('id')
    .where('state', '=', 'canceled')
    .execute();
  const returned = new Set(canceled.map(({ id }) => String(id)));
  for (const { accountId, purchaseId, price } of records.purchases.values()) {
    if (!returned.has(purchaseId)) add(accountId, -price);
  }
  const wallets = await db.selectFrom('wallets').select(['account_id as id', 'balance']).execute();
  const balances = new Map(wallets.map(({ id, balance }) => [id, balance]));
  return [...expected]
    .filter(([id, coins]) => (balances.get(id) ?? 0) !== coins)
    .map(([id, coins]) => `account ${id} should have ${coins} coins, it has ${balances.get(id)}`);
}

/** The sandbox was restored together with the site, so no payment is unknown and no event is left. */
async function findLeftovers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string; n: number }>`
    select 'events of the sandbox were never delivered' as what, count(*)::int as n
      from sandbox_events where next_attempt_at is not null
    union all
    select 'payments are unknown', count(*)::int from unknown_payments
    union all
    select 'refunds have no answer of the provider', count(*)::int
      from order_refunds where refund_id is null`.execute(db);
  return rows.filter(({ n }) => n > 0).map(({ what, n }) => `${n} ${what}`);
}
