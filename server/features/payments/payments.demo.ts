import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import * as z from 'zod/mini';

import type { Schema, Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { readDemoFile } from '#server/demo/content.ts';
import { findDemoPlayerIds } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';
import { insertPastMovement } from '#server/features/wallet/wallet.demo.ts';
import { setSetting } from '#server/lib/data/settings.ts';
import { countClawed } from '#shared/endpoints/payments.ts';
import { Packs, topUp, topUpAgreement } from '#shared/endpoints/top-up.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import { paymentSettings } from './payments.settings.ts';
import { newId } from './sandbox/sandbox-objects.ts';

// Top-ups of the last weeks, each later than the player's other movements: ledger entries must be in
// order of time. The payments are in the sandbox's tables too, so that an admin can refund them.

type DemoTopUp = z.infer<typeof DemoTopUp>;
const DemoTopUp = z.strictObject({
  player: z.string(),
  coins: z.int(),
  /** From the player's last movement (0) to now (1). */
  at: z.number(),
  end: z.optional(z.enum(['expired', 'review', 'disputed', 'lost'])),
  refunded: z._default(z.int(), 0),
});

export async function loadDemoPayments(deps: Pick<Deps, 'db' | 'live'>): Promise<void> {
  const { db } = deps;
  const packs = await readDemoFile('bonus-packs.json', Packs);
  await setSetting(deps, paymentSettings.packs, { value: packs, by: null });
  const ids = await findDemoPlayerIds(db);
  const topUps = await readDemoFile('top-ups.json', z.array(DemoTopUp));
  await transaction(db, async (trx) => {
    for (const one of topUps) {
      const accountId = ids.get(one.player);
      if (accountId === undefined) throw new Error(`There is no demo player ${one.player}.`);
      await insertDemoOrder(trx, accountId, one);
    }
  });
}

async function insertDemoOrder(
  trx: Trx,
  accountId: number,
  { coins, at, end, refunded }: DemoTopUp,
): Promise<void> {
  const last = await findLastMovement(trx, accountId);
  const created = new Date(last + (Date.now() - last) * at);
  const paid = new Date(created.getTime() + 90_000);
  const isPaid = end === undefined || end === 'disputed' || end === 'lost';
  const amount = coins * topUp.centsPerCoin;
  const disputed = end === 'disputed' || end === 'lost' ? amount : 0;
  const clawed = isPaid ? countClawed({ coins, amount }, { refunded, disputed }) : 0;
  const order = {
    id: randomUUID(),
    account_id: accountId,
    state: isPaid ? 'paid' : end,
    coins,
    amount,
    currency: topUp.currency,
    mode: 'sandbox',
    origin: 'http://localhost',
    session_id: newId('cs_test'),
    payment_id: end === 'expired' ? null : newId('pi'),
    refunded,
    disputed,
    dispute: end === 'disputed' ? 'open' : end === 'lost' ? 'lost' : null,
    clawed,
    clawbacks: clawed > 0 ? 1 : 0,
    review_reason: end === 'review' ? 'the provider reported amount 900 instead of 800' : null,
    consent_version: topUpAgreement.version,
    consent_at: created,
    created_at: created,
    expires_at: new Date(created.getTime() + 3_600_000),
    paid_at: isPaid ? paid : null,
    receipt_at: isPaid ? paid : null,
  } satisfies Insertable<Schema['orders']>;
  await trx.insertInto('orders').values(order).execute();
  await insertSandboxRows(trx, order);
  if (!isPaid) return;
  const money = formatAmount(amount, topUp.currency);
  const movement = { account_id: accountId, book: 'topups' } as const;
  await insertPastMovement(trx, {
    ...movement,
    kind: 'topup',
    ref: order.id,
    amount: coins,
    memo: `Top-up for ${money} (test payment)`,
    at: paid,
  });
  if (clawed === 0) return;
  const memo = `${disputed > 0 ? 'Dispute' : 'Refund'} of the payment of ${money}`;
  const later = new Date((paid.getTime() + Date.now()) / 2);
  await insertPastMovement(trx, {
    ...movement,
    kind: 'clawback',
    ref: `${order.id}:1`,
    amount: -clawed,
    memo,
    at: later,
  });
}

/** A month ago for players without movements: the demo's purchases are up to a month old. */
async function findLastMovement(trx: Trx, accountId: number): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      max(at),
      (select max(coalesce(paid_at, created_at)) from orders where account_id = ${accountId})
    ) as at
    from ledger_entries where account_id = ${accountId}`.execute(trx);
  return rows[0]?.at?.getTime() ?? Date.now() - 30 * 86_400_000;
}

type DemoOrder = Insertable<Schema['orders']> & { id: string; amount: number; created_at: Date };

async function insertSandboxRows(trx: Trx, order: DemoOrder): Promise<void> {
  const paymentId = order.payment_id ?? null;
  const metadata = JSON.stringify({ order_id: order.id });
  await trx
    .insertInto('sandbox_sessions')
    .values({
      id: order.session_id ?? '',
      payment_id: paymentId,
      status: paymentId ? 'complete' : 'expired',
      payment_status: paymentId ? 'paid' : 'unpaid',
      amount: order.amount,
      currency: order.currency,
      product: `${order.coins.toLocaleString('en')} Wyncoins`,
      reference: order.id,
      metadata,
      payment_metadata: metadata,
      success_url: 'http://localhost/shop',
      cancel_url: 'http://localhost/shop',
      card: paymentId ? '4242424242424242' : null,
      request: '',
      created_at: order.created_at,
      expires_at: order.expires_at,
    })
    .execute();
  if (!paymentId) return;
  const { currency, created_at } = order;
  const common = { payment_id: paymentId, currency, created_at };
  if (order.refunded) {
    const refund = {
      id: newId('re'),
      amount: order.refunded,
      status: 'succeeded',
      request: '',
    } as const;
    await trx
      .insertInto('sandbox_refunds')
      .values({ ...common, ...refund, metadata })
      .execute();
  }
  if (order.dispute) {
    const status = order.dispute === 'open' ? 'needs_response' : 'lost';
    const dispute = { id: newId('du'), amount: order.amount, status } as const;
    await trx
      .insertInto('sandbox_disputes')
      .values({ ...common, ...dispute })
      .execute();
  }
}
