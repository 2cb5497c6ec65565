import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';

import { insertRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';

export type Series = NonNullable<Awaited<ReturnType<typeof lockSeries>>>;
export type NewSeries = Insertable<Schema['event_series']>;
export type NewDate = { day: string; startsAt: Date };

/** Every change of a series' dates holds this lock. Take it before the locks of its events. */
export function lockSeries(db: Db, id: number) {
  return db
    .selectFrom('event_series')
    .select([
      'id',
      'title',
      'description',
      'type',
      'zone',
      'local_time as time',
      'every_weeks as everyWeeks',
      'weekdays',
      'first_day as firstDay',
      'last_day as until',
      'planned_to as plannedTo',
      'creator_id as creatorId',
      'creator_rights as creatorRights',
      'community_manager as communityManager',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function findSeriesId(db: Db, eventId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select('series_id')
    .where('id', '=', eventId)
    .executeTakeFirst();
  return row?.series_id ?? undefined;
}

export async function findSeriesToPlan(db: Db, to: string): Promise<number[]> {
  const rows = await db
    .selectFrom('event_series')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`planned_to < last_day`)
    .where('planned_to', '<', to)
    .execute();
  return rows.map(({ id }) => id);
}

export function insertSeries(db: Db, series: NewSeries): Promise<number> {
  return insertRow(db, 'event_series', series);
}

export async function updateSeries(
  db: Db,
  id: number,
  change: Updateable<Schema['event_series']>,
): Promise<void> {
  await db
    .updateTable('event_series')
    .set((row) => ({ ...change, sequence: row('sequence', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', id)
    .execute();
}

/** Not a change for calendars: their rule has these dates already. */
export async function updatePlannedTo(db: Db, id: number, day: string): Promise<void> {
  await db.updateTable('event_series').set({ planned_to: day }).where('id', '=', id).execute();
}

/** The dates get their text from the series. */
export async function insertDates(
  db: Db,
  seriesId: number,
  dates: readonly NewDate[],
): Promise<void> {
  await sql`
    insert into events (title, description, type, starts_at, zone, creator_id, creator_rights,
      community_manager, series_id, series_day)
    select title, description, type, date.starts_at, zone, creator_id, creator_rights,
      community_manager, series.id, date.day
    from event_series as series
    cross join unnest(${dates.map(({ day }) => day)}::date[],
      ${dates.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[]) as date (day, starts_at)
    where series.id = ${seriesId}
    order by date.day`.execute(db);
}

export async function findDateId(db: Db, seriesId: number, day: string): Promise<number> {
  const { id } = await db
    .selectFrom('events')
    .select('id')
    .where('series_id', '=', seriesId)
    .where('series_day', '=', day)
    .executeTakeFirstOrThrow();
  return id;
}

/** A date that was moved and has begun is no longer part of the series: it stays as it is. */
export async function detachBegunDates(db: Db, seriesId: number, fromDay: string): Promise<void> {
  await sql`
    update events set series_id = null, series_day = null, is_changed = false
    where series_id = ${seriesId} and series_day >= ${fromDay} and deleted_at is null
      and starts_at <= now()`.execute(db);
}

export async function findDates(
  db: Db,
  seriesId: number,
  fromDay: string,
): Promise<{ id: number; day: string; isDeleted: boolean }[]> {
  const { rows } = await sql<{ id: number; day: string; isDeleted: boolean }>`
    select id, series_day as day, deleted_at is not null as "isDeleted" from events
    where series_id = ${seriesId} and series_day >= ${fromDay}
    order by series_day for update`.execute(db);
  return rows;
}

/** Calendars learn it from the rule, so no cancelled event is kept for them. */
export async function deleteDates(db: Db, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('events').where('id', 'in', ids).execute();
}

/** Gives the dates their new days and the text of the series. */
export async function moveDates(
  db: Db,
  seriesId: number,
  dates: readonly (NewDate & { id: number })[],
): Promise<void> {
  await sql`
    update events set title = series.title, description = series.description, type = series.type,
      zone = series.zone, starts_at = date.starts_at, series_id = series.id,
      series_day = date.day, is_changed = false, sequence = events.sequence + 1, updated_at = now()
    from event_series as series
    cross join unnest(${dates.map(({ id }) => id)}::bigint[],
      ${dates.map(({ day }) => day)}::date[],
      ${dates.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[])
      as date (id, day, starts_at)
    where series.id = ${seriesId} and events.id = date.id`.execute(db);
}

export async function raiseSequences(db: Db, seriesId: number, toDay: string): Promise<void> {
  await db
    .updateTable('events')
    .set((row) => ({ sequence: row('sequence', '+', 1) }))
    .where('series_id', '=', seriesId)
    .where('series_day', '<=', toDay)
    .execute();
}

export async function moveDeletedDates(db: Db, ids: number[], seriesId: number): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('events').set({ series_id: seriesId }).where('id', 'in', ids).execute();
}

export type CalendarSeries = Awaited<ReturnType<typeof findCalendarSeries>>[number];

/** Series of a subscribed calendar: until 30 days after their end or deletion. */
export function findCalendarSeries(db: Db) {
  return db
    .selectFrom('event_series as series')
    .innerJoin('labels', (on) =>
      on.onRef('labels.list', '=', 'series.type_list').onRef('labels.key', '=', 'series.type'),
    )
    .leftJoin('accounts as creator', 'creator.id', 'series.creator_id')
    .select([
      'series.id',
      'series.title',
      'series.description',
      'labels.name as typeName',
      'series.zone',
      'series.local_time as time',
      'series.every_weeks as everyWeeks',
      'series.weekdays',
      'series.first_day as firstDay',
      'series.last_day as until',
      'series.sequence',
      'series.created_at as createdAt',
      'series.updated_at as updatedAt',
      'series.deleted_at as deletedAt',
      'creator.username as creator',
      sql<string[]>`array(
        select series_day::text from events
        where series_id = series.id and deleted_at is not null order by series_day)`.as(
        'deletedDays',
      ),
    ])
    .where('series.last_day', '>=', sql<string>`current_date - 30`)
    .where((row) =>
      row.or([
        row('series.deleted_at', 'is', null),
        row('series.deleted_at', '>=', sql<Date>`now() - interval '30 days'`),
      ]),
    )
    .orderBy('series.id')
    .limit(500)
    .execute();
}
