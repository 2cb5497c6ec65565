import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { PlayerActivity, PlayerRecords } from '#shared/endpoints/hiscore-progress.ts';
import type { HiscoresHistory, PlayerGains, TopGains } from '#shared/endpoints/hiscores.ts';

import { computeTopGains } from './gains.service.ts';
import { hiscoresPersonalData } from './hiscores.personal-data.ts';
import { rankWaitingDays, thinOldDays } from './history.service.ts';
import { ingestStats } from './ingest.service.ts';
import type { StatsReport } from './ingest.service.ts';
import { addCounter, addMode, reportOf } from './testing/hiscores.ts';

// Gains and records by period, mode and counter, activity, and the thinning of old days.

let site: TestApp;

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
const dayOf = (days: number) => ago(days).toISOString().slice(0, 10);

const report = (
  name: string,
  days: number,
  attack: number,
  extra: Pick<StatsReport, 'mode' | 'counts' | 'reset'> = {},
) => ({ ...reportOf(name, { Attack: attack }, ago(days)), ...extra });

async function send(...reports: StatsReport[]): Promise<void> {
  const resetBy = { id: null, name: 'test', ip: null };
  for (const one of reports) await ingestStats(site.deps, { reports: [one], resetBy });
}

/** Zed's best day was 200 days ago, and Ann's best week began then. Ann is an ironman and fights Zulrah. */
beforeAll(async () => {
  site = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  await addMode(site.deps, 'hardcore');
  await addMode(site.deps, 'ironman');
  await addCounter(site.deps, 'vorkath');
  await addCounter(site.deps, 'zulrah');
  await send(
    report('Zed', 300, 1_000),
    report('Zed', 200, 9_000),
    report('Ann', 206, 100, { mode: 'ironman' }),
    report('Ann', 203, 2_600, { counts: { zulrah: 50 } }),
    report('Ann', 200, 5_100, { counts: { zulrah: 70 } }),
  );
  await rankWaitingDays(site.deps);
  await send(
    report('Zed', 20, 9_100),
    report('Zed', 0, 9_400),
    report('Ann', 1, 5_200, { counts: { zulrah: 71 } }),
    report('Ann', 0, 5_900, { counts: { zulrah: 75 } }),
  );
  await rankWaitingDays(site.deps);
  await computeTopGains(site.deps);
});
afterAll(() => site.close());

async function get<T>(path: string): Promise<T> {
  const answer = await site.app.inject({ url: `/api/hiscores${path}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

async function listTop(query: string): Promise<unknown[]> {
  return toRows(await get<TopGains>(`/gains?${query}`));
}

function toRows({ players }: TopGains): unknown[] {
  return players.map(({ rank, username, experience, day, mode }) =>
    [rank, username, experience, day, mode].filter((one) => one !== undefined),
  );
}

describe('the top gains', () => {
  it('of the year count from the last snapshot before it, or the first one', async () => {
    expect(await listTop('skill=Attack&period=year')).toEqual([
      [1, 'Zed', 8_400],
      [2, 'Ann', 5_800, 'ironman'],
    ]);
  });

  it('of a mode are those of its players', async () => {
    expect(await listTop('skill=Attack&period=day&mode=ironman')).toEqual([
      [1, 'Ann', 700, 'ironman'],
    ]);
    expect(await listTop('skill=Attack&period=day')).toEqual([
      [1, 'Ann', 700, 'ironman'],
      [2, 'Zed', 300],
    ]);
    const unknown = await site.app.inject('/api/hiscores/gains?mode=wizard');
    expect(unknown.statusCode).toBe(400);
  });

  it('of a counter are counts, from when the game first reported it', async () => {
    expect(await listTop('skill=Zulrah&period=week')).toEqual([[1, 'Ann', 5, 'ironman']]);
    expect(await listTop('skill=Zulrah&period=year')).toEqual([[1, 'Ann', 25, 'ironman']]);
    const { week } = await get<PlayerGains>('/user/ann/gains');
    expect(week.at(-1)).toEqual({ skill: 'Zulrah', experience: 5, levels: null });
  });

  it('are as many as asked for', async () => {
    expect(await listTop('skill=Attack&period=year&size=1')).toHaveLength(1);
    expect((await site.app.inject('/api/hiscores/gains?size=101')).statusCode).toBe(400);
  });
});

it('gains and records of followed players are for the account that follows them', async () => {
  const amy = await site.addPlayer('Amy');
  const bob = await site.addPlayer('Bob');
  const follow = json('PUT', '/api/account/followed/ann', undefined, amy);
  expect((await site.app.inject(follow)).statusCode).toBe(204);
  const read = async (query: string, { cookie } = amy) => {
    const url = `/api/hiscores/followed/gains?skill=Attack&${query}`;
    const answer = await site.app.inject({ url, headers: { cookie } });
    return toRows(answer.json<TopGains>());
  };
  expect(await read('period=week')).toEqual([[1, 'Ann', 800, 'ironman']]);
  expect(await read('period=day&of=records&mode=ironman')).toEqual([
    [1, 'Ann', 2_500, dayOf(203), 'ironman'],
  ]);
  expect(await read('period=week&mode=hardcore')).toEqual([]);
  expect(await read('period=week', bob)).toEqual([]);
  expect(await read('period=day&of=records', bob)).toEqual([]);
});

it('gains and records leave out a player who is not listed, until they are again', async () => {
  const cid = await site.addPlayer('Cid');
  await site.app.inject(json('PUT', '/api/account/followed/zed', undefined, cid));
  const { cookie } = cid;
  const url = '/api/hiscores/followed/gains?skill=Attack&period=day';
  const read = async () => ({
    gains: await listTop('skill=Attack&period=day'),
    records: await listTop('skill=Attack&period=week&of=records'),
    followed: toRows((await site.app.inject({ url, headers: { cookie } })).json<TopGains>()),
  });
  const setListed = async (isListed: boolean) => {
    const { db, live } = site.deps;
    await sql`update players set is_listed = ${isListed} where name_key = 'zed'`.execute(db);
    await live.publish(db, { topic: 'hiscores' });
  };
  const ann = [1, 'Ann', 700, 'ironman'];
  const weekOfAnn = [1, 'Ann', 5_000, dayOf(200), 'ironman'];
  await setListed(false);
  expect(await read()).toEqual({ gains: [ann], records: [weekOfAnn], followed: [] });
  await setListed(true);
  expect(await read()).toEqual({
    gains: [ann, [2, 'Zed', 300]],
    records: [
      [1, 'Zed', 8_000, dayOf(200)],
      [2, ...weekOfAnn.slice(1)],
    ],
    followed: [[1, 'Zed', 300]],
  });
});

it('gains and records are once in the download of their player, in the unit of their list', async () => {
  const owner = {
    id: 0,
    uid: 'none',
    email: 'ann@example.test',
    username: 'Ann',
    usernameKey: 'ann',
  };
  type Gained = { days: number; skill: string; experience: number | string };
  const read = async (title: string) => {
    const part = hiscoresPersonalData.parts!.find((one) => one.title === title)!;
    // Each part has the columns of its own query.
    const rows = (await part.read(site.deps.db, owner, 'owner')) as Gained[];
    return rows
      .filter(({ days }) => days === 7)
      .map(({ skill, experience }) => [skill, Number(experience)]);
  };
  expect(await read('Best gains')).toEqual([
    ['Overall', 800],
    ['Attack', 800],
    ['Zulrah', 5],
  ]);
  expect(await read('Records')).toEqual([
    ['Overall', 5_000],
    ['Attack', 5_000],
    ['Zulrah', 20],
  ]);
});

it('an answer names the list, the period and the mode that it is about', async () => {
  expect(await get('/gains?skill=Attack&period=day&mode=ironman&of=records')).toMatchObject({
    skill: 'Attack',
    period: 'day',
    mode: 'ironman',
    of: 'records',
  });
  const { players: _, ...standard } = await get<TopGains>('/gains');
  expect(standard).toEqual({ skill: 'Overall', period: 'week' });
});

describe('the history of a player', () => {
  const daysOf = async (query: string) =>
    (await get<HiscoresHistory>(`/user/${query}`)).points.map(({ day }) => day);

  it('is that of 90 days, at least of one and at most of about a year', async () => {
    for (const [days, mining] of [
      [120, 100],
      [95, 200],
      [75, 300],
    ] as const) {
      await send(reportOf('Ida', { Mining: mining }, ago(days)));
    }
    expect(await daysOf('ida/history')).toEqual([95, 75].map(dayOf));
    expect(await daysOf('zed/history?skill=Attack&days=0')).toEqual([20, 0].map(dayOf));
    expect(await daysOf('zed/history?days=9999')).toEqual([300, 200, 20, 0].map(dayOf));
  });

  it('in a counter begins when the game first reported it', async () => {
    expect(await daysOf('ann/history?skill=Zulrah&days=366')).toEqual([203, 200, 1, 0].map(dayOf));
  });
});

it('the download has the experience and counts of a player, and where they are ranked', async () => {
  const owner = {
    id: 0,
    uid: 'none',
    email: 'ann@example.test',
    username: 'Ann',
    usernameKey: 'ann',
  };
  const read = async (title: string) => {
    const part = hiscoresPersonalData.parts!.find((one) => one.title === title)!;
    return part.read(site.deps.db, owner, 'owner');
  };
  const [levels] = (await read('Levels')) as Record<string, unknown>[];
  expect(levels).toMatchObject({ name: 'Ann', total_level: 29 + 22, game_mode: 'Ironman' });
  expect(Number(levels?.['total_experience'])).toBe(5_900 + 1_154);
  const skills = (await read('Experience by skill')) as Record<string, unknown>[];
  expect(
    skills.slice(0, 4).map((row) => [row['skill'], Number(row['experience']), row['is_ranked']]),
  ).toEqual([
    ['Attack', 5_900, true],
    ['Defence', 0, false],
    ['Strength', 0, false],
    ['Hitpoints', 1_154, false],
  ]);
  expect(await read('Counts')).toEqual([{ counter: 'Zulrah', count: 75, is_ranked: true }]);
  const days = (await read('Levels by day')) as Record<string, unknown>[];
  expect(days.map(({ day, counts }) => [day, counts])).toEqual([
    [dayOf(206), null],
    [dayOf(203), { Zulrah: 50 }],
    [dayOf(200), { Zulrah: 70 }],
    [dayOf(1), { Zulrah: 71 }],
    [dayOf(0), { Zulrah: 75 }],
  ]);
});

describe('records', () => {
  it('are listed with the last day of their period, best first', async () => {
    expect(await listTop('skill=Attack&period=day&of=records')).toEqual([
      [1, 'Zed', 8_000, dayOf(200)],
      [2, 'Ann', 2_500, dayOf(203), 'ironman'],
    ]);
    expect(await listTop('skill=Attack&period=week&of=records&mode=ironman')).toEqual([
      [1, 'Ann', 5_000, dayOf(200), 'ironman'],
    ]);
    expect(await listTop('skill=Zulrah&period=day&of=records')).toEqual([
      [1, 'Ann', 20, dayOf(200), 'ironman'],
    ]);
  });

  it('of a player have the current and the best gain of each period', async () => {
    const { day, week, month, year } = await get<PlayerRecords>('/user/zed/records?skill=Attack');
    expect(day).toEqual({ current: 300, best: 8_000, bestOn: dayOf(200) });
    expect(week).toEqual({ current: 300, best: 8_000, bestOn: dayOf(200) });
    expect(month).toEqual({ current: 400, best: 8_000, bestOn: dayOf(200) });
    expect(year).toEqual({ current: 8_400, best: 8_400, bestOn: dayOf(0) });
    const none = await get<PlayerRecords>('/user/zed/records?skill=Zulrah');
    expect(none.week).toEqual({ current: 0, best: 0, bestOn: null });
  });

  it('include a gain that the job has not seen yet, and stay when it looks at a day again', async () => {
    await send(report('Moe', 3, 100), report('Moe', 0, 900));
    const read = async () => (await get<PlayerRecords>('/user/moe/records?skill=Attack')).day;
    expect(await read()).toEqual({ current: 800, best: 800, bestOn: dayOf(0) });
    await rankWaitingDays(site.deps);
    await send(report('Moe', 0, 950));
    await rankWaitingDays(site.deps);
    await sql`update player_days set is_ranked = false`.execute(site.deps.db);
    await rankWaitingDays(site.deps);
    expect(await read()).toEqual({ current: 850, best: 850, bestOn: dayOf(0) });
  });

  it('stay on their day if they are only equalled', async () => {
    await send(report('Eve', 9, 100), report('Eve', 5, 300));
    await rankWaitingDays(site.deps);
    await send(report('Eve', 0, 500));
    const { day } = await get<PlayerRecords>('/user/eve/records?skill=Attack');
    expect(day).toEqual({ current: 200, best: 200, bestOn: dayOf(5) });
  });

  it('rise with a later report of the same day', async () => {
    await send(report('Una', 3, 100), report('Una', 0, 400));
    await rankWaitingDays(site.deps);
    await send(report('Una', 0, 450));
    await rankWaitingDays(site.deps);
    const { players } = await get<TopGains>('/gains?skill=Attack&period=day&of=records');
    expect(players).toContainEqual(
      expect.objectContaining({ username: 'Una', experience: 350, day: dayOf(0) }),
    );
  });

  it('of a list that a reset lowered are gone, also those that were still to be found', async () => {
    await send(report('Rex', 9, 100, { counts: { zulrah: 1 } }));
    await send(report('Rex', 2, 700, { counts: { zulrah: 9 } }));
    await rankWaitingDays(site.deps);
    await send(report('Rex', 1, 800));
    await send(report('Rex', 0, 300, { reset: true }));
    await rankWaitingDays(site.deps);
    const attack = await get<PlayerRecords>('/user/rex/records?skill=Attack');
    expect(attack.week).toEqual({ current: 200, best: 200, bestOn: dayOf(0) });
    expect(attack.day).toEqual({ current: 0, best: 0, bestOn: null });
    const overall = await get<PlayerRecords>('/user/rex/records?skill=Overall');
    expect(overall.day).toEqual({ current: 0, best: 0, bestOn: null });
    const zulrah = await get<PlayerRecords>('/user/rex/records?skill=Zulrah');
    expect(zulrah.day).toEqual({ current: 0, best: 8, bestOn: dayOf(2) });
  });

  it('of a counter that a reset lowered are gone, and those of the skills stay', async () => {
    await send(report('Roy', 9, 100, { counts: { zulrah: 1 } }));
    await send(report('Roy', 2, 700, { counts: { zulrah: 9 } }));
    await rankWaitingDays(site.deps);
    await send(report('Roy', 0, 700, { counts: { zulrah: 3 }, reset: true }));
    await rankWaitingDays(site.deps);
    const dayIn = async (skill: string) =>
      (await get<PlayerRecords>(`/user/roy/records?skill=${skill}`)).day;
    expect(await dayIn('Zulrah')).toEqual({ current: 0, best: 0, bestOn: null });
    for (const skill of ['Attack', 'Overall']) {
      expect(await dayIn(skill)).toEqual({ current: 0, best: 600, bestOn: dayOf(2) });
    }
  });
});

it('the activity of a player has the gained experience of each day of a year', async () => {
  const { days } = await get<PlayerActivity>('/user/zed/activity');
  expect(days).toEqual([
    { day: dayOf(200), experience: 8_000 },
    { day: dayOf(20), experience: 100 },
    { day: dayOf(0), experience: 300 },
  ]);
});

it('the activity has no day from more than twelve months ago', async () => {
  await send(report('Eld', 500, 100), report('Eld', 400, 300), report('Eld', 100, 350));
  const { days } = await get<PlayerActivity>('/user/eld/activity');
  expect(days).toEqual([{ day: dayOf(100), experience: 50 }]);
});

it('old days are thinned to one per week and later to one per month', async () => {
  const { db } = site.deps;
  await send(report('Old', 0, 5_000));
  await sql`
    insert into player_days (player_id, day, experience, total_level)
    select id, (now() at time zone 'utc')::date - ago, experience, total_level
    from players, generate_series(380, 1150) as ago where name_key = 'old'`.execute(db);
  await thinOldDays(site.deps);
  await thinOldDays(site.deps);
  const { rows } = await sql<{ ago: number; week: number; month: number }>`
    select (now() at time zone 'utc')::date - day as ago, extract(isodow from day)::integer as week,
      extract(day from day + 1)::integer as month
    from player_days join players on players.id = player_id
    where name_key = 'old' order by day desc`.execute(db);
  const within = (from: number, to: number) =>
    rows.filter((row) => row.ago >= from && row.ago <= to);
  expect(within(380, 399)).toHaveLength(20);
  // Only Sundays are the last of their week, and the look back is 100 days.
  const weekly = within(410, 490);
  expect(weekly.length).toBeGreaterThanOrEqual(11);
  expect(weekly.every(({ week }) => week === 7)).toBe(true);
  const monthly = within(1130, 1150);
  expect(monthly.length).toBeLessThanOrEqual(1);
  expect(monthly.every(({ month }) => month === 1)).toBe(true);
});
