import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';

import { insertRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';

export type EventRow = Awaited<ReturnType<typeof findUpcomingEvents>>[number];
export type AttendanceState = Schema['event_attendance']['state'];
export type NewEvent = Insertable<Schema['events']>;

const maxEvents = 500;

const tombstoneAge = sql<Date>`now() - interval '30 days'`;

export function findUpcomingEvents(db: Db, limit = maxEvents) {
  return selectEvents(db)
    .where('event.starts_at', '>=', sql<Date>`now()`)
    .limit(limit)
    .execute();
}

export function findEventsBetween(db: Db, from: Date, to: Date) {
  return selectEvents(db)
    .where('event.starts_at', '>=', from)
    .where('event.starts_at', '<', to)
    .limit(maxEvents)
    .execute();
}

export function findEvent(db: Db, id: number) {
  return selectEvents(db).where('event.id', '=', id).executeTakeFirst();
}

/** Locks the row for an edit or deletion. FOR NO KEY UPDATE does not block marking attendance. */
export function lockEvent(db: Db, id: number) {
  return selectEvents(db).where('event.id', '=', id).forNoKeyUpdate('event').executeTakeFirst();
}

/** Reads only what marking attendance needs: it must be cheap, since many players mark at once. */
export async function findStart(db: Db, id: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('events')
    .select('starts_at as startsAt')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.startsAt;
}

function selectEvents(db: Db) {
  return joinEvents(db)
    .select([
      'event.type',
      'event.zone',
      'event.creator_id as creatorAccountId',
      'event.creator_rights as creatorRights',
      'event.community_manager as communityManager',
      'series.every_weeks as everyWeeks',
      'series.weekdays',
      'series.last_day as until',
      namesOf('going').as('going'),
      namesOf('interested').as('interested'),
      modesByName.as('modes'),
      supportersByName.as('supporters'),
    ])
    .where('event.deleted_at', 'is', null)
    .orderBy('event.starts_at')
    .orderBy('event.id');
}

function joinEvents(db: Db) {
  return db
    .selectFrom('events as event')
    .innerJoin('labels', (on) =>
      on.onRef('labels.list', '=', 'event.type_list').onRef('labels.key', '=', 'event.type'),
    )
    .leftJoin('accounts as creator', 'creator.id', 'event.creator_id')
    .leftJoin('event_series as series', 'series.id', 'event.series_id')
    .select([
      'event.id',
      'event.title',
      'event.description',
      'labels.name as typeName',
      'event.starts_at as startsAt',
      'event.sequence',
      'creator.username as creator',
      'event.series_id as seriesId',
      'event.series_day as seriesDay',
    ]);
}

function namesOf(state: AttendanceState) {
  return sql<string[]>`coalesce((
    select json_agg(account.username order by mark.marked_at, mark.account_id)
    from event_attendance as mark
    join accounts as account on account.id = mark.account_id
    where mark.event_id = event.id and mark.state = ${state}
  ), '[]')`;
}

const isInEvent = sql`(account.id = event.creator_id or account.id in (
  select mark.account_id from event_attendance as mark where mark.event_id = event.id))`;

const modesByName = sql<Record<
  string,
  string
> | null>`case when exists (select from game_modes) then (
  select json_object_agg(account.username, game_modes.key)
  from accounts as account
  join players on players.name_key = account.username_key
  join game_modes on game_modes.id = players.mode
  where ${isInEvent}
) end`;

const supportersByName = sql<Record<string, number> | null>`case
  when exists (select from supporter_steps)
    and hiscores_setting('supporters.shown')
  then (
    select json_object_agg(account.username, account.supporter_step)
    from accounts as account where account.supporter_step is not null and ${isInEvent}
  ) end`;

export function insertEvent(db: Db, event: NewEvent): Promise<number> {
  return insertRow(db, 'events', event);
}

export async function updateEvent(
  db: Db,
  id: number,
  change: Updateable<Schema['events']>,
): Promise<void> {
  await db
    .updateTable('events')
    .set((row) => ({ ...change, sequence: row('sequence', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', id)
    .execute();
}

export async function softDeleteEvent(db: Db, id: number): Promise<void> {
  await updateEvent(db, id, { deleted_at: new Date() });
}

/** The deleted dates of a series are the exceptions of its rule, and go with it. */
export async function deleteTombstones(db: Db): Promise<void> {
  await sql`
    delete from events
    where deleted_at < ${tombstoneAge} and series_id is null`.execute(db);
  await db.deleteFrom('event_series').where('deleted_at', '<', tombstoneAge).execute();
}

/** Returns false if the player already had this state. */
export async function upsertAttendance(
  db: Db,
  mark: { eventId: number; accountId: number; state: AttendanceState },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('event_attendance')
    .values({ event_id: mark.eventId, account_id: mark.accountId, state: mark.state })
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'account_id'])
        .doUpdateSet({ state: mark.state, marked_at: sql<Date>`now()` })
        .where('event_attendance.state', '!=', mark.state),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function insertAttendance(
  db: Db,
  eventId: number,
  marks: Record<AttendanceState, number[]>,
): Promise<void> {
  const rows = Object.entries(marks).flatMap(([state, ids]) =>
    ids.map((id) => ({ event_id: eventId, account_id: id, state: state as AttendanceState })),
  );
  if (rows.length > 0) await db.insertInto('event_attendance').values(rows).execute();
}

export async function deleteAttendance(
  db: Db,
  eventId: number,
  accountId: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('event_attendance')
    .where('event_id', '=', eventId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Marks events that began since the last call, and returns their number. Each one counts once. */
export async function markBegunEvents(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('events')
    .set({ is_begun_announced: true })
    .where('deleted_at', 'is', null)
    .where('starts_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`not is_begun_announced`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export type CalendarRow = Awaited<ReturnType<typeof findCalendarEvents>>[number];

/**
 * Events of a subscribed calendar: upcoming, last 30 days, and deleted in the last 30 days. Of a series only the dates
 * that differ from it, as long as the calendar has the series.
 */
export function findCalendarEvents(db: Db) {
  return selectCalendar(db)
    .where((row) =>
      row.or([
        row.and([
          row('event.series_id', 'is', null),
          row('event.deleted_at', 'is', null),
          row('event.starts_at', '>=', sql<Date>`now() - interval '30 days'`),
        ]),
        row.and([row('event.series_id', 'is', null), row('event.deleted_at', '>=', tombstoneAge)]),
        row.and([
          row('event.is_changed', '=', true),
          row('event.deleted_at', 'is', null),
          row('series.last_day', '>=', sql<string>`current_date - 30`),
        ]),
      ]),
    )
    .limit(maxEvents)
    .execute();
}

export function findCalendarEvent(db: Db, id: number) {
  return selectCalendar(db)
    .where('event.id', '=', id)
    .where((row) =>
      row.or([row('event.deleted_at', 'is', null), row('event.deleted_at', '>=', tombstoneAge)]),
    )
    .executeTakeFirst();
}

function selectCalendar(db: Db) {
  return joinEvents(db)
    .select([
      'event.created_at as createdAt',
      'event.updated_at as updatedAt',
      'event.deleted_at as deletedAt',
    ])
    .orderBy('event.starts_at', 'desc')
    .orderBy('event.id');
}
