import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { invalidField } from '#shared/errors.ts';
import {
  addDays,
  countDays,
  findRepeatProblem,
  listDays,
  mondayOf,
  plannedDays,
  toInstant,
  toLocal,
} from '#shared/rules/event-series.ts';
import type { Repeat } from '#shared/rules/event-series.ts';

import * as queries from './series.db.ts';
import type { NewDate, NewSeries } from './series.db.ts';

/**
 * A series' dates are inserted, moved and deleted only under the lock of its row, and `planned_to` says which days have
 * been planned. So two replicas that plan at once insert each date once, and a deleted date does not come back.
 */
type Text = Pick<NewSeries, 'title' | 'description' | 'type' | 'zone'>;
type Host = Pick<NewSeries, 'creator_id' | 'creator_rights' | 'community_manager'>;
type Plan = Text & { startsAt: Date; repeat: Repeat };
type SeriesDate = { id: number; seriesId: number; seriesDay: string };

/** Returns the id of the first date. */
export async function createSeries(trx: Trx, host: Host, plan: Plan): Promise<number> {
  const { days, ...values } = planDays(plan);
  const seriesId = await queries.insertSeries(trx, { ...values, ...host });
  await insertDays(trx, seriesId, values, days);
  return queries.findDateId(trx, seriesId, values.first_day);
}

/** For the job: gives the days that have come close enough their events. */
export async function planSeries(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  now = new Date(),
): Promise<void> {
  const to = findHorizon(now);
  for (const id of await queries.findSeriesToPlan(db, to)) {
    await transaction(db, async (trx) => {
      const series = await queries.lockSeries(trx, id);
      if (!series || series.plannedTo >= to) return;
      const days = listDays(series.firstDay, series, to).filter((day) => day > series.plannedTo);
      const dates = toDates(series, days).filter(({ startsAt }) => startsAt > now);
      await queries.insertDates(trx, id, dates);
      await queries.updatePlannedTo(trx, id, min(series.until, to));
      if (dates.length > 0) await live.publish(trx, { topic: 'events' });
    });
  }
}

type Change = Omit<Plan, 'repeat'> & { repeat?: Repeat | undefined };

/** Past dates keep their series, whose rule then ends before this date: calendars do not rewrite the past. */
export async function updateFollowing(trx: Trx, date: SeriesDate, change: Change): Promise<void> {
  const series = await queries.lockSeries(trx, date.seriesId);
  if (!series) throw new Error('The series of a live event must exist.');
  const { days, ...values } = planDays({ ...change, repeat: change.repeat ?? series });
  await queries.detachBegunDates(trx, series.id, date.seriesDay);
  const dates = await queries.findDates(trx, series.id, date.seriesDay);
  let { id } = series;
  if (date.seriesDay === series.firstDay) {
    await queries.updateSeries(trx, id, values);
  } else {
    await endSeries(trx, id, date.seriesDay);
    const { creatorId, creatorRights, communityManager } = series;
    id = await queries.insertSeries(trx, {
      ...values,
      creator_id: creatorId,
      creator_rights: creatorRights,
      community_manager: communityManager,
    });
  }
  const isKept = ({ isDeleted, day }: { isDeleted: boolean; day: string }) =>
    isDeleted && day !== values.first_day;
  const deleted = dates.filter(isKept);
  const deletedDays = new Set(deleted.map(({ day }) => day));
  const match = matchDays({
    dates: dates.filter(({ isDeleted }) => !isDeleted),
    days: days.filter((day) => !deletedDays.has(day)),
    firstId: date.id,
  });
  const moved = new Set([...match.moved.keys(), ...deleted.map((each) => each.id)]);
  await queries.deleteDates(
    trx,
    dates.map((each) => each.id).filter((each) => !moved.has(each)),
  );
  const place = { zone: values.zone, time: values.local_time };
  await queries.moveDates(
    trx,
    id,
    [...match.moved].map(([dateId, day]) => ({ id: dateId, ...toDate(place, day) })),
  );
  await queries.moveDeletedDates(
    trx,
    deleted.map((each) => each.id),
    id,
  );
  await insertDays(trx, id, values, match.missing);
}

export async function deleteFollowing(trx: Trx, date: SeriesDate): Promise<void> {
  const series = await queries.lockSeries(trx, date.seriesId);
  if (!series) throw new Error('The series of a live event must exist.');
  await queries.detachBegunDates(trx, series.id, date.seriesDay);
  const dates = await queries.findDates(trx, series.id, date.seriesDay);
  await queries.deleteDates(
    trx,
    dates.map(({ id }) => id),
  );
  if (date.seriesDay > series.firstDay) await endSeries(trx, series.id, date.seriesDay);
  else await queries.updateSeries(trx, series.id, { deleted_at: new Date() });
}

/** The dates that stay get a new version: an edit based on the old rule would bring the later ones back. */
async function endSeries(trx: Trx, id: number, before: string): Promise<void> {
  const lastDay = addDays(before, -1);
  await queries.updateSeries(trx, id, { last_day: lastDay, planned_to: lastDay });
  await queries.raiseSequences(trx, id, lastDay);
}

/** The columns of the series, and the days that get their events now. */
function planDays({ title, description, type, zone, startsAt, repeat }: Plan) {
  const { day, time } = toLocal(startsAt, zone);
  const problem = findRepeatProblem(day, repeat);
  if (problem) throw invalidField(`repeat.${problem.field}`, problem.text);
  // A series may begin after the usual horizon. Its first date is planned at once.
  const usual = findHorizon(new Date());
  const horizon = usual > day ? usual : day;
  const columns = {
    title,
    description,
    type,
    zone,
    local_time: time,
    every_weeks: repeat.everyWeeks,
    weekdays: repeat.weekdays.toSorted((a, b) => a - b),
    first_day: day,
    last_day: repeat.until,
    planned_to: min(repeat.until, horizon),
  };
  return { ...columns, days: listDays(day, repeat, horizon) };
}

type Place = { zone: string; time: string };

async function insertDays(
  trx: Trx,
  seriesId: number,
  { zone, local_time }: Pick<NewSeries, 'zone' | 'local_time'>,
  days: string[],
): Promise<void> {
  await queries.insertDates(trx, seriesId, toDates({ zone, time: local_time }, days));
}

function toDates(place: Place, days: readonly string[]): NewDate[] {
  return days.map((day) => toDate(place, day));
}

function toDate({ zone, time }: Place, day: string): NewDate {
  return { day, startsAt: toInstant(day, time, zone) };
}

type Match = { dates: { id: number; day: string }[]; days: string[]; firstId: number };

/**
 * Attendance stays with a date. The date that was edited becomes the first day; the others keep their day if it is still
 * one, or else move as far as the edited date, or else within their week.
 */
function matchDays({ dates, days, firstId }: Match) {
  const free = new Set(days);
  const moved = new Map<number, string>();
  function move(id: number, day: string | undefined): void {
    if (day === undefined || moved.has(id)) return;
    moved.set(id, day);
    free.delete(day);
  }
  move(firstId, days[0]);
  const edited = dates.find(({ id }) => id === firstId);
  const shift = edited && days[0] ? countDays(edited.day, days[0]) : 0;
  for (const by of [0, shift]) {
    for (const { id, day } of dates) {
      const wanted = addDays(day, by);
      move(id, free.has(wanted) ? wanted : undefined);
    }
  }
  for (const { id, day } of dates) {
    move(
      id,
      [...free].find((each) => mondayOf(each) === mondayOf(day)),
    );
  }
  return { moved, missing: [...free] };
}

function findHorizon(now: Date): string {
  return addDays(now.toISOString().slice(0, 10), plannedDays);
}

function min(one: string, other: string): string {
  return one < other ? one : other;
}
