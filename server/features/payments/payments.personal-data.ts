import { sql } from 'kysely';

import { deletedName, forgetInText, isNameOf, readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

import { eraseSandbox } from './sandbox/sandbox.personal-data.ts';

const sandbox = 'Test payments of the built-in sandbox, which replaces the payment provider.';

export const paymentsPersonalData: PersonalData = {
  parts: [
    {
      title: 'Top-ups',
      tables: ['orders'],
      read: readRows(
        ({ id }) => sql`
          select id, state, coins, amount as amount_in_cents, currency, mode, payment_id, created_at,
            expires_at, paid_at, canceled_at, end_reason, refunded as refunded_in_cents,
            disputed as disputed_in_cents, dispute, clawed as coins_taken_back, review_reason,
            consent_version, consent_at, receipt_at
          from orders where account_id = ${id} order by created_at, id`,
      ),
    },
    {
      title: 'Refunds of your top-ups',
      tables: ['order_refunds'],
      read: readRows(
        ({ id }) => sql`
          select order_id, order_refunds.amount as amount_in_cents, requested_at
          from order_refunds join orders on orders.id = order_id
          where account_id = ${id} order by requested_at`,
      ),
    },
    {
      title: 'Refunds that you requested as staff',
      tables: ['order_refunds', 'unknown_payments'],
      read: readRows(
        (owner) => sql`
          select 'refund' as what, requested_at as at from order_refunds
          where ${isNameOf('requested_by', owner)}
          union all
          select 'unknown payment handled', handled_at from unknown_payments
          where ${isNameOf('handled_by', owner)}
          order by at`,
      ),
    },
    {
      title: 'Messages of the payment provider',
      tables: ['payment_events'],
      read: readRows(
        ({ id }) => sql`
          select order_id, type, outcome, payment_events.created_at, received_at
          from payment_events join orders on orders.id = order_id
          where account_id = ${id} order by payment_events.created_at, payment_events.id`,
      ),
    },
    {
      title: 'Payments that belong to no top-up',
      tables: ['unknown_payments'],
      read: readRows(
        (owner) => sql`
          select id, amount as amount_in_cents, currency, mode, found_at, handled_at
          from unknown_payments where ${isNameOf('player', owner)} order by found_at`,
      ),
    },
  ],
  notExported: {
    sandbox_sessions: sandbox,
    sandbox_refunds: sandbox,
    sandbox_disputes: sandbox,
    sandbox_events: sandbox,
  },
  async erase(trx, owner) {
    await sql`
      update orders set review_reason = ${forgetInText('review_reason', owner)},
        end_reason = ${forgetInText('end_reason', owner)}
      where account_id = ${owner.id} and coalesce(review_reason, end_reason) is not null`.execute(
      trx,
    );
    await sql`
      update order_refunds set requested_by = ${deletedName}
      where ${isNameOf('requested_by', owner)}`.execute(trx);
    await sql`
      update unknown_payments set
        player = case when ${isNameOf('player', owner)} then ${deletedName} else player end,
        handled_by = case when ${isNameOf('handled_by', owner)} then ${deletedName} else handled_by end
      where ${isNameOf('player', owner)} or ${isNameOf('handled_by', owner)}`.execute(trx);
    await eraseSandbox(trx, owner);
  },
};
