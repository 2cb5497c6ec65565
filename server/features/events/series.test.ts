import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createLive } from '#server/lib/data/live.ts';
import type { DataOwner } from '#server/lib/data/personal-data.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { addDays, toInstant, toLocal, weekdayOf } from '#shared/rules/event-series.ts';

import { describeZones, toZoneParameter } from './calendar-zones.ts';
import { deleteTombstones } from './events.db.ts';
import { eventsPersonalData } from './events.personal-data.ts';
import { sendReminders } from './reminders.service.ts';
import { planSeries } from './series.service.ts';

let site: TestApp;
let staff: TestPlayer;
let host: TestPlayer;
let fan: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  staff = await site.addPlayer('Series Staff', 2);
  host = await site.addPlayer('Series Host', 2);
  fan = await site.addPlayer('Series Fan');
});
afterAll(() => site.close());

const zone = 'Europe/London';
const today = new Date().toISOString().slice(0, 10);
/** The next Wednesday but one, so that every date of a test is in the future. */
const firstDay = addDays(today, 14 - weekdayOf(today) + 3);
const week = (number: number) => addDays(firstDay, 7 * number);
const at = (day: string, time = '19:00') => toInstant(day, time, zone).toISOString();

const draft = (changes: object = {}) => ({
  title: 'Wyrm mass',
  description: 'Bring sharks.',
  type: 'Bossing',
  dateTime: at(firstDay),
  zone,
  repeat: { everyWeeks: 1, weekdays: [3], until: week(4) },
  ...changes,
});

async function create(changes: object = {}, as = host): Promise<GameEvent> {
  const answer = await site.app.inject(json('POST', '/api/events', draft(changes), as));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const edit = ({ interested: _i, going: _g, ...event }: GameEvent, changes: object, as = host) =>
  site.app.inject(json('PUT', `/api/events/${event.id}`, { ...event, ...changes }, as));
const remove = (id: string, scope: string, as = host) =>
  site.app.inject(json('DELETE', `/api/events/${id}?scope=${scope}`, undefined, as));

async function list(): Promise<GameEvent[]> {
  return (await site.app.inject({ url: '/api/events' })).json();
}

/** The upcoming dates with this title. */
async function datesOf(title: string): Promise<GameEvent[]> {
  return (await list()).filter((event) => event.title === title);
}

const startsOf = (events: GameEvent[]) => events.map(({ dateTime }) => dateTime);

function seriesRow(id: string) {
  return site.deps.db
    .selectFrom('event_series')
    .selectAll()
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow();
}

/** Everything that is stored of a series, with its dates. */
async function storedSeries({ repeat }: GameEvent): Promise<unknown[]> {
  const dates = await site.deps.db
    .selectFrom('events')
    .selectAll()
    .where('series_id', '=', Number(repeat!.series))
    .orderBy('id')
    .execute();
  return [await seriesRow(repeat!.series), ...dates];
}

describe('a new series', () => {
  test('has an event for each date, with its own attendance', async () => {
    const event = await create({ title: 'Weekly' });
    expect(event).toMatchObject({ dateTime: at(firstDay), zone, creatorId: 'Series Host' });
    const { series } = event.repeat!;
    expect(event.repeat).toEqual({ series, everyWeeks: 1, weekdays: [3], until: week(4) });
    const dates = await datesOf('Weekly');
    expect(dates[0]).toEqual(event);
    expect(startsOf(dates)).toEqual([0, 1, 2, 3, 4].map((number) => at(week(number))));
    await site.app.inject(json('PATCH', `/api/events/${dates[2]!.id}/going`, {}, fan));
    expect((await datesOf('Weekly')).map(({ going }) => going.length)).toEqual([0, 0, 1, 0, 0]);
  });

  test('can have several weekdays of every second week', async () => {
    const repeat = { everyWeeks: 2, weekdays: [5, 3], until: week(3) };
    await create({ title: 'Fortnight', repeat });
    const days = [firstDay, addDays(firstDay, 2), week(2), addDays(week(2), 2)];
    expect(startsOf(await datesOf('Fortnight'))).toEqual(days.map((day) => at(day)));
  });

  test.each([
    ['without its own weekday', { weekdays: [4] }, 'repeat.weekdays'],
    ['without weekdays', { weekdays: [] }, 'repeat.weekdays'],
    ['with a weekday twice', { weekdays: [3, 3] }, 'repeat.weekdays'],
    ['with an eighth weekday', { weekdays: [3, 8] }, 'repeat.weekdays.1'],
    ['every third week', { everyWeeks: 3 }, 'repeat.everyWeeks'],
    ['that ends before it begins', { until: addDays(firstDay, -1) }, 'repeat.until'],
    ['of more than a year', { until: addDays(firstDay, 367) }, 'repeat.until'],
    ['until a day that does not exist', { until: '2027-02-31' }, 'repeat.until'],
  ])('%s is refused', async (_, changes, field) => {
    const before = await list();
    const body = draft({ repeat: { ...draft().repeat, ...changes } });
    const answer = await site.app.inject(json('POST', '/api/events', body, host));
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
    expect(await list()).toEqual(before);
  });

  test('is refused to a player who may not host', async () => {
    const answer = await site.app.inject(json('POST', '/api/events', draft(), fan));
    expect(answer.json()).toMatchObject({ code: 'events/may-not-host' });
  });
});

test('a series that begins months ahead has its first date at once', async () => {
  const start = week(14);
  const repeat = { everyWeeks: 1, weekdays: [3], until: week(20) };
  const event = await create({ title: 'Far ahead', dateTime: at(start), repeat });
  expect(startsOf(await datesOf('Far ahead'))).toEqual([at(start)]);
  expect(event.dateTime).toBe(at(start));
  await planSeries(site.deps, new Date(at(week(8))));
  expect(startsOf(await datesOf('Far ahead'))).toContain(at(week(15)));
  await remove(event.id, 'following');
});

describe('planning', () => {
  test('tells open pages of new dates, and of nothing else', async () => {
    const until = addDays(firstDay, 200);
    const repeat = { everyWeeks: 1, weekdays: [3], until };
    const event = await create({ title: 'Told', repeat });
    const before = await datesOf('Told');
    const soon = new Date(Date.now() + 40 * 86_400_000);
    const topics = recordTopics(site.deps.live);
    await planSeries(site.deps, soon);
    expect(topics.take()).toBe('events');
    expect((await datesOf('Told')).length).toBeGreaterThan(before.length);
    await planSeries(site.deps, soon);
    expect(topics.take()).toBe('');
    await remove(event.id, 'following');
  });

  test('makes no dates of days that have passed meanwhile', async () => {
    const { db } = site.deps;
    const repeat = { everyWeeks: 1, weekdays: [3], until: addDays(firstDay, 200) };
    const event = await create({ title: 'Paused', repeat });
    const series = Number(event.repeat!.series);
    await db.deleteFrom('events').where('series_id', '=', series).execute();
    const planned = { first_day: week(-20), planned_to: week(-10) };
    await db.updateTable('event_series').set(planned).where('id', '=', series).execute();
    const before = Date.now();
    await planSeries(site.deps);
    const rows = await db
      .selectFrom('events')
      .select(['id', 'starts_at as startsAt'])
      .where('series_id', '=', series)
      .orderBy('starts_at')
      .execute();
    const daysAhead = rows.map(({ startsAt }) => (startsAt.getTime() - before) / 86_400_000);
    expect(daysAhead[0]).toBeGreaterThan(0);
    expect(daysAhead[0]).toBeLessThan(8);
    expect(daysAhead.at(-1)).toBeGreaterThan(50);
    await remove(String(rows[0]!.id), 'following');
  });

  test('two replicas add the dates that come closer once, at the same local time', async () => {
    const event = await create({
      title: 'Year round',
      repeat: { everyWeeks: 1, weekdays: [3], until: addDays(firstDay, 364) },
    });
    const id = event.repeat!.series;
    const before = await datesOf('Year round');
    expect(before.length).toBeLessThan(9);
    const live = await createLive(site.deps.database);
    const later = new Date(Date.now() + 250 * 86_400_000);
    await Promise.all([
      planSeries(site.deps, later),
      planSeries({ db: site.deps.db, live }, later),
      planSeries(site.deps, later),
    ]);
    await live.close();
    const rows = await site.deps.db
      .selectFrom('events')
      .select(['series_day', 'starts_at'])
      .where('series_id', '=', Number(id))
      .orderBy('starts_at')
      .execute();
    const days = rows.map(({ series_day }) => series_day!);
    expect(new Set(days).size).toBe(days.length);
    expect(days.at(-1)! > addDays(today, 300)).toBe(true);
    for (const { starts_at, series_day } of rows) {
      expect(toLocal(starts_at, zone)).toEqual({ day: series_day, time: '19:00' });
    }
    // Summer and winter.
    expect(new Set(rows.map(({ starts_at }) => starts_at.getUTCHours()))).toEqual(
      new Set([18, 19]),
    );
    const far = new Date(Date.now() + 500 * 86_400_000);
    await planSeries(site.deps, far);
    expect((await seriesRow(id)).planned_to).toBe(addDays(firstDay, 364));
    await remove(event.id, 'following');
  });

  test('a deleted date does not come back', async () => {
    const until = addDays(firstDay, 200);
    const event = await create({
      title: 'Gap',
      repeat: { everyWeeks: 1, weekdays: [3], until },
    });
    const [, second] = await datesOf('Gap');
    await remove(second!.id, 'one');
    await planSeries(site.deps, new Date(Date.now() + 30 * 86_400_000));
    const starts = startsOf(await datesOf('Gap'));
    expect(starts).not.toContain(second!.dateTime);
    expect(new Set(starts).size).toBe(starts.length);
    await remove(event.id, 'following');
  });

  test('gives no further dates to the series of a deleted account', async () => {
    const leaver = await site.addPlayer('Leaver', 2);
    const repeat = { everyWeeks: 1, weekdays: [3], until: addDays(firstDay, 200) };
    const event = await create({ title: 'Left behind', repeat }, leaver);
    const neighbour = await create({ title: 'Beside Left', repeat });
    const dates = await datesOf('Left behind');
    const owner = { ...leaver, usernameKey: 'leaver', uid: 'x' } satisfies DataOwner;
    await site.deps.db.transaction().execute((trx) => eventsPersonalData.erase!(trx, owner));
    await planSeries(site.deps, new Date(Date.now() + 100 * 86_400_000));
    expect(startsOf(await datesOf('Left behind'))).toEqual(startsOf(dates));
    const { last_day, planned_to } = await seriesRow(event.repeat!.series);
    expect(last_day).toBe(planned_to);
    expect((await seriesRow(neighbour.repeat!.series)).last_day).toBe(repeat.until);
    for (const { id } of [event, neighbour]) await remove(id, 'following', staff);
  });
});

describe('an edit', () => {
  test('of one date leaves the others', async () => {
    await create({ title: 'One' });
    const dates = await datesOf('One');
    const moved = at(addDays(week(1), 1), '20:30');
    const answer = await edit(dates[1]!, { title: 'One moved', dateTime: moved });
    expect(answer.json()).toMatchObject({ title: 'One moved', dateTime: moved });
    expect(await datesOf('One')).toEqual(dates.filter(({ id }) => id !== dates[1]!.id));
  });

  test('of all dates keeps ids and attendance', async () => {
    const event = await create({ title: 'All' });
    const before = await datesOf('All');
    await site.app.inject(json('PATCH', `/api/events/${before[3]!.id}/going`, {}, fan));
    // A date changed before gets the new text too.
    await edit(before[1]!, { title: 'All, changed' });
    const answer = await edit(event, {
      scope: 'following',
      title: 'All new',
      dateTime: at(firstDay, '20:15'),
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const after = await datesOf('All new');
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(startsOf(after)).toEqual([0, 1, 2, 3, 4].map((number) => at(week(number), '20:15')));
    expect(after.map(({ going }) => going)).toEqual([[], [], [], ['Series Fan'], []]);
    expect(after[0]!.repeat!.series).toBe(event.repeat!.series);
  });

  test('of this and later dates ends the old series and keeps the earlier dates', async () => {
    const event = await create({ title: 'Split' });
    const neighbour = await create({ title: 'Beside Split' });
    const [, , besides] = await datesOf('Beside Split');
    await remove(besides!.id, 'one');
    const untouched = await storedSeries(neighbour);
    const dates = await datesOf('Split');
    await remove(dates[3]!.id, 'one');
    const change = { scope: 'following', title: 'Split later' };
    const answer = await edit(dates[2]!, change, await site.addPlayer('Series Admin', 3));
    expect(await storedSeries(neighbour)).toEqual(untouched);
    // A change of the old rule makes older versions of its remaining dates outdated.
    expect((await datesOf('Split')).map(({ sequence }) => sequence)).toEqual([1, 1]);
    const changed = answer.json<GameEvent>();
    expect(changed.repeat!.series).not.toBe(event.repeat!.series);
    expect(startsOf(await datesOf('Split'))).toEqual([at(firstDay), at(week(1))]);
    // The deleted date stays deleted.
    expect(startsOf(await datesOf('Split later'))).toEqual([at(week(2)), at(week(4))]);
    expect(await seriesRow(event.repeat!.series)).toMatchObject({
      title: 'Split',
      last_day: addDays(week(2), -1),
    });
    expect(await seriesRow(changed.repeat!.series)).toMatchObject({
      title: 'Split later',
      first_day: week(2),
      last_day: week(4),
      creator_id: host.id,
      creator_rights: 2,
      community_manager: false,
    });
  });

  test('to the day of a deleted date takes that day', async () => {
    await create({ title: 'Taken day' });
    const dates = await datesOf('Taken day');
    await remove(dates[2]!.id, 'one');
    const answer = await edit(dates[1]!, { scope: 'following', dateTime: at(week(2)) });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ id: dates[1]!.id, dateTime: at(week(2)) });
    expect(startsOf(await datesOf('Taken day'))).toEqual([0, 2, 3, 4].map((n) => at(week(n))));
  });

  test('of the rule moves, adds and removes dates', async () => {
    const event = await create({ title: 'Rule' });
    const before = await datesOf('Rule');
    const thursday = addDays(firstDay, 1);
    const repeat = { everyWeeks: 2, weekdays: [4, 6], until: week(4) };
    const answer = await edit(event, { scope: 'following', dateTime: at(thursday), repeat });
    expect(answer.statusCode, answer.body).toBe(200);
    const after = await datesOf('Rule');
    const days = [thursday, addDays(thursday, 2), addDays(thursday, 14), addDays(thursday, 16)];
    expect(startsOf(after)).toEqual(days.map((day) => at(day)));
    const [first, , third] = before;
    expect(after.map(({ id }) => id).filter((id) => before.some((one) => one.id === id))).toEqual([
      first!.id,
      third!.id,
    ]);
  });

  test('that moves a series into the next week takes the attendance along', async () => {
    const sunday = addDays(firstDay, 4);
    const weekly = { everyWeeks: 1, until: week(4) };
    const dateTime = at(sunday, '23:30');
    const event = await create({ title: 'Late', dateTime, repeat: { ...weekly, weekdays: [7] } });
    const before = await datesOf('Late');
    await site.app.inject(json('PATCH', `/api/events/${before[2]!.id}/going`, {}, fan));
    const answer = await edit(event, {
      scope: 'following',
      dateTime: at(addDays(sunday, 1), '00:30'),
      repeat: { ...weekly, weekdays: [1] },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const after = await datesOf('Late');
    const mondays = [0, 1, 2, 3].map((number) => addDays(sunday, 7 * number + 1));
    expect(startsOf(after)).toEqual(mondays.map((day) => at(day, '00:30')));
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ going }) => going.length)).toEqual([0, 0, 1, 0]);
  });

  test('without a series, with an old version or by a stranger is refused', async () => {
    const single = await create({ title: 'Single', repeat: undefined });
    expect(single.repeat).toBeUndefined();
    expect((await edit(single, { scope: 'following' })).json()).toMatchObject({
      fields: { scope: 'This event does not repeat.' },
    });
    expect((await remove(single.id, 'following')).statusCode).toBe(400);
    const event = await create({ title: 'Guarded' });
    const [, second] = await datesOf('Guarded');
    await edit(event, { scope: 'following', title: 'Guarded now' });
    const before = await list();
    const stale = await edit(second!, { scope: 'following', title: 'Too late' });
    expect(stale.json()).toMatchObject({ code: 'events/outdated' });
    const foreign = await edit(
      before.find(({ id }) => id === event.id)!,
      { scope: 'following' },
      fan,
    );
    expect(foreign.json()).toMatchObject({ code: 'access/not-yours' });
    expect((await remove(event.id, 'following', fan)).statusCode).toBe(403);
    expect((await remove(event.id, 'everything')).statusCode).toBe(400);
    expect(await list()).toEqual(before);
  });

  test('of several dates at once takes effect once', async () => {
    await create({ title: 'Race' });
    const dates = await datesOf('Race');
    const answers = await Promise.all(
      dates.map((event, number) =>
        edit(event, { scope: 'following', dateTime: at(week(number), `20:0${number}`) }),
      ),
    );
    const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, 409, 409, 409, 409]);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    const after = await datesOf('Race');
    expect(after.map(({ id }) => id)).toEqual(dates.map(({ id }) => id));
    expect(startsOf(after)).toEqual(
      dates.map((_, number) => at(week(number), number < winner ? '19:00' : `20:0${winner}`)),
    );
  });

  test('by staff is recorded with its scope', async () => {
    const event = await create({ title: 'Watched' });
    await edit(event, { scope: 'following', title: 'Watched now' }, staff);
    await remove(event.id, 'following', staff);
    const entries = await site.deps.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('subject', '=', event.id)
      .where('action', 'like', 'events/%')
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      {
        action: 'events/edited',
        after: { title: 'Watched now', scope: 'this and all later dates' },
      },
      { action: 'events/deleted', after: { scope: 'this and all later dates' } },
    ]);
  });
});

test('the record of a change by staff names the new rule, that of a deletion none', async () => {
  const event = await create({ title: 'Ruled' });
  const repeat = { everyWeeks: 2, weekdays: [3], until: week(4) };
  await edit(event, { scope: 'following', repeat }, staff);
  await remove(event.id, 'following', staff);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select('after')
    .where('subject', '=', event.id)
    .where('action', 'like', 'events/%')
    .orderBy('id')
    .execute();
  const scope = 'this and all later dates';
  expect(entries).toEqual([
    {
      after: expect.objectContaining({
        scope,
        repeat: `Every second week on Wednesday until ${week(4)}`,
      }),
    },
    { after: { scope } },
  ]);
});

test('deleted dates stay as long as their series, and a deleted series for 30 days', async () => {
  const { db } = site.deps;
  const [live, old, young] = [
    await create({ title: 'Kept gap' }),
    await create({ title: 'Long gone' }),
    await create({ title: 'Just gone' }),
  ];
  const [, second] = await datesOf('Kept gap');
  await remove(second!.id, 'one');
  for (const { id } of [old, young]) await remove(id, 'following');
  const daysAgo = (days: number) => ({ deleted_at: new Date(Date.now() - days * 86_400_000) });
  await db.updateTable('events').set(daysAgo(31)).where('id', '=', Number(second!.id)).execute();
  const idOf = (event: GameEvent) => Number(event.repeat!.series);
  for (const [event, days] of [
    [old, 31],
    [young, 29],
  ] as const) {
    await db.updateTable('event_series').set(daysAgo(days)).where('id', '=', idOf(event)).execute();
  }
  const feed = (await site.app.inject({ url: '/events.ics' })).body;
  expect([live, old, young].map((event) => feed.includes(`UID:series-${idOf(event)}@`))).toEqual([
    true,
    false,
    true,
  ]);
  await deleteTombstones(db);
  const left = await db
    .selectFrom('event_series')
    .select('id')
    .where('id', 'in', [live, old, young].map(idOf))
    .orderBy('id')
    .execute();
  expect(left.map(({ id }) => id)).toEqual([idOf(live), idOf(young)]);
  // Without its row, the date would come back in calendars.
  expect(await storedSeries(live)).toHaveLength(1 + 5);
});

test('a moved date that has begun stays as it is when the series changes', async () => {
  const event = await create({ title: 'Moved up' });
  const dates = await datesOf('Moved up');
  const begun = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000);
  await site.deps.db
    .updateTable('events')
    .set({ starts_at: begun, is_changed: true })
    .where('id', '=', Number(dates[3]!.id))
    .execute();
  await edit(event, { scope: 'following', title: 'Moved up, new' });
  const row = () =>
    site.deps.db
      .selectFrom('events')
      .select(['title', 'starts_at', 'series_id', 'series_day', 'is_changed', 'deleted_at'])
      .where('id', '=', Number(dates[3]!.id))
      .executeTakeFirst();
  const kept = {
    title: 'Moved up',
    starts_at: begun,
    series_id: null,
    series_day: null,
    is_changed: false,
    deleted_at: null,
  };
  expect(await row()).toEqual(kept);
  expect(startsOf(await datesOf('Moved up, new'))).toEqual([0, 1, 2, 3, 4].map((n) => at(week(n))));
  await remove(event.id, 'following');
  expect(await row()).toEqual(kept);
});

test('a deletion of later dates leaves the earlier ones', async () => {
  const neighbour = await create({ title: 'Beside Ending' });
  const untouched = await storedSeries(neighbour);
  await create({ title: 'Ending' });
  const dates = await datesOf('Ending');
  expect((await remove(dates[2]!.id, 'following')).statusCode).toBe(204);
  expect(startsOf(await datesOf('Ending'))).toEqual([at(firstDay), at(week(1))]);
  await planSeries(site.deps, new Date(Date.now() + 30 * 86_400_000));
  expect(await datesOf('Ending')).toHaveLength(2);
  expect(await storedSeries(neighbour)).toEqual(untouched);
});

test('each date of a series has its own reminder', async () => {
  await create({ title: 'Reminded' });
  const dates = await datesOf('Reminded');
  for (const { id } of dates.slice(0, 2)) {
    await site.app.inject(json('PATCH', `/api/events/${id}/going`, {}, fan));
    await site.deps.db
      .updateTable('events')
      .set({ starts_at: new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 1_800_000) })
      .where('id', '=', Number(id))
      .execute();
    await site.deps.db
      .updateTable('event_attendance')
      .set({ marked_at: new Date(Date.now() - 86_400_000) })
      .where('event_id', '=', Number(id))
      .execute();
    await sendReminders(site.deps);
    await sendReminders(site.deps);
  }
  const mails = site.mails.filter(({ subject }) => subject.includes('Reminded'));
  expect(mails.map(({ action }) => action?.url)).toEqual(
    dates.slice(0, 2).map(({ id }) => `http://localhost:3000/events?event=${id}`),
  );
});

describe('the feed', () => {
  /** Expands the entries as a calendar app does. */
  async function readFeed(series: string) {
    const { body } = await site.app.inject({ url: '/events.ics' });
    const calendar = new ICAL.Component(ICAL.parse(body));
    ICAL.TimezoneService.reset();
    for (const component of calendar.getAllSubcomponents('vtimezone')) {
      ICAL.TimezoneService.register(new ICAL.Timezone(component));
    }
    const entries = calendar
      .getAllSubcomponents('vevent')
      .filter((entry) =>
        String(entry.getFirstPropertyValue('uid')).startsWith(`series-${series}@`),
      );
    const main = entries.find((entry) => !entry.hasProperty('recurrence-id'))!;
    const event = new ICAL.Event(main);
    for (const entry of entries) if (entry !== main) event.relateException(entry);
    const iterator = event.iterator();
    const dates: string[] = [];
    for (let next = iterator.next(); next; next = iterator.next()) {
      const { startDate, item } = event.getOccurrenceDetails(next);
      dates.push(`${startDate.toJSDate().toISOString()} ${item.summary}`);
    }
    return { dates, main };
  }

  test('has a rule that keeps the local time, with deleted and changed dates', async () => {
    const lastDay = addDays(firstDay, 364);
    const event = await create({
      title: 'Feast, weekly',
      repeat: { everyWeeks: 1, weekdays: [3], until: lastDay },
    });
    const dates = await datesOf('Feast, weekly');
    await remove(dates[1]!.id, 'one');
    const moved = at(addDays(week(2), 1), '21:00');
    await edit(dates[2]!, { title: 'Feast moved', dateTime: moved });
    const { dates: shown, main } = await readFeed(event.repeat!.series);
    const expected = Array.from({ length: 53 }, (_, number) => number)
      .filter((number) => number !== 1)
      .map((number) =>
        number === 2 ? `${moved} Feast moved` : `${at(week(number))} Feast, weekly`,
      );
    expect(shown).toEqual(expected);
    expect(main.getFirstPropertyValue('sequence')).toBe(1);
    expect((await site.app.inject({ url: '/events.ics' })).body).not.toContain('Cancelled: Feast');
    await remove(event.id, 'following');
    const cancelled = await readFeed(event.repeat!.series);
    expect(cancelled.main.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  test('of a series that was split has both rules', async () => {
    const event = await create({
      title: 'Two rules',
      repeat: { everyWeeks: 2, weekdays: [3, 5], until: week(3) },
    });
    const [, , third] = await datesOf('Two rules');
    const answer = await edit(third!, { scope: 'following', dateTime: at(week(2), '18:00') });
    const later = answer.json<GameEvent>().repeat!.series;
    const friday = (number: number) => addDays(week(number), 2);
    expect((await readFeed(event.repeat!.series)).dates).toEqual([
      `${at(firstDay)} Two rules`,
      `${at(friday(0))} Two rules`,
    ]);
    expect((await readFeed(later)).dates).toEqual([
      `${at(week(2), '18:00')} Two rules`,
      `${at(friday(2), '18:00')} Two rules`,
    ]);
  });

  test('has a series until 30 days after its last day', async () => {
    const event = await create({ title: 'Over' });
    const isInFeed = async () =>
      (await site.app.inject({ url: '/events.ics' })).body.includes(
        `UID:series-${event.repeat!.series}@`,
      );
    for (const [days, isShown] of [
      [29, true],
      [32, false],
    ] as const) {
      const last_day = addDays(today, -days);
      const planned = { first_day: week(-20), last_day, planned_to: last_day };
      await site.deps.db
        .updateTable('event_series')
        .set(planned)
        .where('id', '=', Number(event.repeat!.series))
        .execute();
      expect([days, await isInFeed()]).toEqual([days, isShown]);
    }
  });

  test('has a changed date only as long as its series, and until the series changes it too', async () => {
    await create({ title: 'Changing' });
    const [first, second] = await datesOf('Changing');
    const changed = (await edit(second!, { title: 'Changed once' })).json<GameEvent>();
    const { series } = changed.repeat!;
    const countEntries = async () => {
      const { body } = await site.app.inject({ url: '/events.ics' });
      return [body.split(`UID:series-${series}@`).length - 1, body.includes('Changed once')];
    };
    expect(await countEntries()).toEqual([2, true]);
    const setEnd = (last_day: string) =>
      site.deps.db
        .updateTable('event_series')
        .set({ first_day: week(-20), last_day, planned_to: last_day })
        .where('id', '=', Number(series))
        .execute();
    await setEnd(addDays(today, -32));
    expect(await countEntries()).toEqual([0, false]);
    await site.deps.db
      .updateTable('event_series')
      .set({ first_day: firstDay, last_day: week(4), planned_to: week(4) })
      .where('id', '=', Number(series))
      .execute();
    const { sequence } = (await datesOf('Changing'))[0]!;
    await edit({ ...first!, sequence }, { scope: 'following', title: 'Changed all' });
    expect(await countEntries()).toEqual([1, false]);
  });

  test('has one date as an event of its own file', async () => {
    const event = await create({ title: 'Own file' });
    const { body } = await site.app.inject({ url: `/events/${event.id}.ics` });
    expect(body).toContain(`UID:event-${event.id}@`);
    expect(body).not.toMatch(/RRULE|RECURRENCE-ID|VTIMEZONE/);
  });
});

test('a calendar learns which time is summer time, also of a series that begins in summer', () => {
  const kindsOf = (firstDay: string, until: string) => {
    const lines = describeZones([{ zone, firstDay, until }]);
    const of = (name: string) =>
      lines.flatMap((line) => (line.startsWith(name) ? [line.slice(name.length)] : []));
    // The first entry is of the whole zone.
    return of('BEGIN:')
      .slice(1)
      .map((kind, at) => `${kind} ${of('DTSTART:')[at]} ${of('TZOFFSETTO:')[at]}`);
  };
  const [summer, winter] = ['DAYLIGHT 20260329T010000 +0100', 'STANDARD 20261025T020000 +0000'];
  expect(kindsOf('2026-01-07', '2026-12-02')).toEqual([
    'STANDARD 19700101T000000 +0000',
    summer,
    winter,
  ]);
  expect(kindsOf('2026-07-01', '2026-12-02')).toEqual(['DAYLIGHT 19700101T000000 +0100', winter]);
});

test('a calendar has each time zone once, with offsets west of UTC and of parts of an hour', () => {
  const lines = describeZones([
    { zone: 'America/New_York', firstDay: '2026-05-01', until: '2026-06-01' },
    { zone: 'Asia/Kathmandu', firstDay: '2026-05-01', until: '2026-06-01' },
    { zone: 'America/New_York', firstDay: '2026-01-10', until: '2026-02-01' },
  ]);
  expect(lines).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:America/New_York',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:20260308T020000',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Kathmandu',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0545',
    'TZOFFSETTO:+0545',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]);
  expect([zone, '+05:30'].map(toZoneParameter)).toEqual(['TZID=Europe/London', 'TZID="+05:30"']);
});
