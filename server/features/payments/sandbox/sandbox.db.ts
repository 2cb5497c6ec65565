import { sql } from 'kysely';
import type { Insertable, Selectable, Updateable } from 'kysely';

import type { Db, Schema, Trx } from '#server/db/schema.ts';

export type CheckoutSessionRow = Selectable<Schema['sandbox_sessions']>;
export type RefundRow = Selectable<Schema['sandbox_refunds']>;
export type DisputeRow = Selectable<Schema['sandbox_disputes']>;

/** Undefined if the idempotency key has already been used. */
export function insertCheckoutSession(trx: Trx, session: Insertable<Schema['sandbox_sessions']>) {
  return trx
    .insertInto('sandbox_sessions')
    .values(session)
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

type SessionKey = 'id' | 'payment_id' | 'idempotency_key';

export function findCheckoutSession(db: Db, by: SessionKey, value: string) {
  return selectCheckoutSession(db, by, value).executeTakeFirst();
}

export function lockCheckoutSession(trx: Trx, by: SessionKey, value: string) {
  return selectCheckoutSession(trx, by, value).forUpdate().executeTakeFirst();
}

function selectCheckoutSession(db: Db, by: SessionKey, value: string) {
  return db.selectFrom('sandbox_sessions').selectAll().where(by, '=', value);
}

export function updateCheckoutSession(
  trx: Trx,
  id: string,
  change: Updateable<Schema['sandbox_sessions']>,
) {
  return trx
    .updateTable('sandbox_sessions')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function expireDueCheckoutSessions(trx: Trx) {
  return trx
    .updateTable('sandbox_sessions')
    .set({ status: 'expired' })
    .where('status', '=', 'open')
    .where('expires_at', '<=', sql<Date>`now()`)
    .returningAll()
    .execute();
}

export function insertRefund(trx: Trx, refund: Insertable<Schema['sandbox_refunds']>) {
  return trx.insertInto('sandbox_refunds').values(refund).returningAll().executeTakeFirstOrThrow();
}

export function findRefundByKey(db: Db, key: string) {
  return db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Newest first, like Stripe. */
export function findRefunds(db: Db, paymentId: string) {
  return db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export function failDueRefunds(trx: Trx) {
  return trx
    .updateTable('sandbox_refunds')
    .set({ status: 'failed', fails_at: null })
    .where('fails_at', '<=', sql<Date>`now()`)
    .returningAll()
    .execute();
}

export function insertDispute(trx: Trx, dispute: Insertable<Schema['sandbox_disputes']>) {
  return trx
    .insertInto('sandbox_disputes')
    .values(dispute)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findDisputes(db: Db, paymentId: string) {
  return db
    .selectFrom('sandbox_disputes')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export function updateDispute(trx: Trx, id: string, status: 'won' | 'lost') {
  return trx
    .updateTable('sandbox_disputes')
    .set({ status })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertSandboxEvent(
  trx: Trx,
  event: { id: string; type: string; body: unknown },
): Promise<void> {
  await trx
    .insertInto('sandbox_events')
    .values({ id: event.id, type: event.type, body: JSON.stringify(event.body) })
    .execute();
}

/** Newest first. */
export function findSandboxEvents(
  db: Db,
  { types, since }: { types: string[]; since: Date | undefined },
) {
  let query = db.selectFrom('sandbox_events').select('body');
  if (types.length > 0) query = query.where('type', 'in', types);
  if (since) query = query.where('created_at', '>=', since);
  return query.orderBy('seq', 'desc').execute();
}

/** Moves it to its next attempt, so that it is retried if the delivery is interrupted. */
export async function claimSandboxEvent(
  db: Db,
): Promise<{ id: string; body: unknown } | undefined> {
  const { rows } = await sql<{ id: string; body: unknown }>`
    update sandbox_events
    set attempts = attempts + 1,
      next_attempt_at = case
        when created_at < now() - interval '3 days' then null
        else now() + make_interval(secs => least(3600, 2 * power(3, least(attempts, 8))))
      end
    where seq = (
      select seq from sandbox_events
      where next_attempt_at <= now()
      order by next_attempt_at, seq limit 1
      for update skip locked
    )
    returning id, body`.execute(db);
  return rows[0];
}

export async function updateSandboxEvent(
  db: Db,
  id: string,
  change: Updateable<Schema['sandbox_events']>,
): Promise<void> {
  await db.updateTable('sandbox_events').set(change).where('id', '=', id).execute();
}

/** Milliseconds until the next due event, refund or session; undefined if there is none. */
export async function findNextDue(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ milliseconds: number | null }>`
    select (extract(epoch from min(at) - now()) * 1000)::bigint as milliseconds
    from (
      select min(next_attempt_at) as at from sandbox_events where next_attempt_at is not null
      union all
      select min(fails_at) from sandbox_refunds where fails_at is not null
      union all
      select min(expires_at) from sandbox_sessions where status = 'open'
    ) as due`.execute(db);
  return rows[0]?.milliseconds ?? undefined;
}
