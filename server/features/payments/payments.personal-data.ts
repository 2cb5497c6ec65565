import { sql } from 'kysely';

import { forgetInText, isNameOf, ownRows, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

import { eraseSandbox } from './sandbox/sandbox.personal-data.ts';

const sandbox = 'Test payments of the built-in sandbox, which replaces the payment provider.';

export const paymentsPersonalData: PersonalData = {
  parts: [
    ownRows(
      'Top-ups',
      'orders.account_id',
      `id, state, coins, bonus, buy_price, buy_outcome, amount as amount_in_cents, currency, mode,
        payment_id, created_at,
        expires_at, paid_at, canceled_at, end_reason, refunded as refunded_in_cents,
        disputed as disputed_in_cents, dispute, clawed as coins_taken_back, review_reason,
        consent_version, consent_at, receipt_at`,
      { orderBy: 'created_at, id' },
    ),
    sqlRows(
      'Refunds of your top-ups',
      ['order_refunds'],
      ({ id }) => sql`
        select order_id, order_refunds.amount as amount_in_cents, requested_at
        from order_refunds join orders on orders.id = order_id
        where account_id = ${id} order by requested_at`,
    ),
    sqlRows(
      'Refunds that you requested as staff',
      ['order_refunds', 'unknown_payments'],
      (owner) => sql`
        select 'refund' as what, requested_at as at from order_refunds
        where ${isNameOf('requested_by', owner)}
        union all
        select 'unknown payment handled', handled_at from unknown_payments
        where ${isNameOf('handled_by', owner)}
        order by at`,
    ),
    sqlRows(
      'Messages of the payment provider',
      ['payment_events'],
      ({ id }) => sql`
        select order_id, type, outcome, payment_events.created_at, received_at
        from payment_events join orders on orders.id = order_id
        where account_id = ${id} order by payment_events.created_at, payment_events.id`,
    ),
    ownRows(
      'Payments that belong to no top-up',
      'unknown_payments.player',
      'id, amount as amount_in_cents, currency, mode, found_at, handled_at',
      { by: 'name', orderBy: 'found_at' },
    ),
  ],
  notExported: {
    sandbox_sessions: sandbox,
    sandbox_refunds: sandbox,
    sandbox_disputes: sandbox,
    sandbox_events: sandbox,
  },
  names: ['order_refunds.requested_by', 'unknown_payments.player', 'unknown_payments.handled_by'],
  async erase(trx, owner) {
    await sql`
      update orders set review_reason = ${forgetInText('review_reason', owner)},
        end_reason = ${forgetInText('end_reason', owner)}
      where account_id = ${owner.id} and coalesce(review_reason, end_reason) is not null`.execute(
      trx,
    );
    await eraseSandbox(trx, owner);
  },
};
