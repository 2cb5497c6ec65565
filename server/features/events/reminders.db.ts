import { sql } from 'kysely';

import { hasRow } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';

export type DueReminder = Awaited<ReturnType<typeof findDueReminders>>[number];

/** Players who go to an event within the hour and had no email. Marks made within that hour need none. */
export function findDueReminders(db: Db) {
  return db
    .selectFrom('event_attendance as mark')
    .innerJoin('events as event', 'event.id', 'mark.event_id')
    .innerJoin('accounts as account', 'account.id', 'mark.account_id')
    .select([
      'event.id as eventId',
      'event.title',
      'event.starts_at as startsAt',
      'event.zone',
      'account.id as accountId',
      'account.username',
      'account.email',
    ])
    .where('mark.state', '=', 'going')
    .where('event.deleted_at', 'is', null)
    .where('event.starts_at', '>', sql<Date>`now()`)
    .where('event.starts_at', '<=', sql<Date>`now() + interval '1 hour'`)
    .where('mark.marked_at', '<=', sql<Date>`event.starts_at - interval '1 hour'`)
    .where('account.pending_since', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from event_reminder_opt_outs as opt_out where opt_out.account_id = account.id)`,
    )
    .where(
      sql<boolean>`not exists (
        select from event_reminders as sent
        where (sent.event_id, sent.account_id, sent.starts_at) = (event.id, account.id, event.starts_at))`,
    )
    .orderBy('event.starts_at')
    .orderBy('account.id')
    .execute();
}

type Key = Pick<DueReminder, 'eventId' | 'accountId' | 'startsAt'>;

/** Returns true to only one of several concurrent callers. */
export async function claimReminder(db: Db, key: Key): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('event_reminders')
    .values({ event_id: key.eventId, account_id: key.accountId, starts_at: key.startsAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function hasOptedOut(db: Db, accountId: number): Promise<boolean> {
  return hasRow(db, 'event_reminder_opt_outs', sql`account_id = ${accountId}`);
}

export async function setOptedOut(db: Db, accountId: number, isOut: boolean): Promise<void> {
  const query = isOut
    ? sql`insert into event_reminder_opt_outs (account_id) values (${accountId}) on conflict do nothing`
    : sql`delete from event_reminder_opt_outs where account_id = ${accountId}`;
  await query.execute(db);
}
