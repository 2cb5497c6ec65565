import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { imposeSanction, liftSanction } from '#server/features/sanctions/sanctions.service.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type {
  HiscoresHistory,
  PlayerGains,
  RankChanges,
  TopGains,
} from '#shared/endpoints/hiscores.ts';

import { computeTopGains, listTopGains } from './gains.service.ts';
import { hiscoresJobs } from './hiscores.jobs.ts';
import { rankWaitingDays } from './history.service.ts';
import { ingestStats } from './ingest.service.ts';
import { reportOf } from './testing/hiscores.ts';

let test: TestApp;

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day);
const dayOf = (days: number) => ago(days).toISOString().slice(0, 10);

/** Zed trained for weeks; Amy started three days ago; Old has not played for weeks. */
beforeAll(async () => {
  test = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  const reports = [
    reportOf('Zed', { Attack: 1_000 }, ago(40)),
    reportOf('Old', { Attack: 90_000 }, ago(40)),
    reportOf('Zed', { Attack: 5_000 }, ago(10)),
    reportOf('Amy', { Attack: 500 }, ago(3)),
    reportOf('Zed', { Attack: 6_000, Mining: 10 }, ago(1)),
    reportOf('Amy', { Attack: 9_500 }, ago(0)),
    reportOf('Zed', { Attack: 6_200, Mining: 83 }, ago(0)),
  ];
  for (const report of reports) await ingestStats(test.deps, { reports: [report] });
  await rankWaitingDays(test.deps);
  await computeTopGains(test.deps);
});
afterAll(() => test.close());

async function get<T>(url: string): Promise<T> {
  const answer = await test.app.inject({ url });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

describe('the history of a player', () => {
  it('has one point per day with a change, with the values at the end of the day', async () => {
    const url = '/api/hiscores/user/zed/history?skill=Attack&days=365';
    const { username, points } = await get<HiscoresHistory>(url);
    expect(username).toBe('Zed');
    expect(points.map((point) => [point.day, point.experience, point.level])).toEqual([
      [dayOf(40), 1_000, 9],
      [dayOf(10), 5_000, 20],
      [dayOf(1), 6_000, 22],
      [dayOf(0), 6_200, 22],
    ]);
    // The ranks of older days are unknown.
    expect(points.map(({ rank }) => rank)).toEqual([null, null, 3, 3]);
  });

  it('begins with the last point before the requested period', async () => {
    const { points } = await get<HiscoresHistory>('/api/hiscores/user/zed/history?days=5');
    expect(points.map((point) => point.day)).toEqual([dayOf(10), dayOf(1), dayOf(0)]);
  });

  it('shows total level and total experience for Overall', async () => {
    const { points } = await get<HiscoresHistory>('/api/hiscores/user/zed/history');
    expect(points.at(-1)).toMatchObject({ level: 29 + 22 + 1, experience: 6_200 + 83 + 1_154 });
  });
});

describe('gains', () => {
  it('of a player count from the end of the day before the period', async () => {
    const gains = await get<PlayerGains>('/api/hiscores/user/ZED/gains');
    const attack = (period: 'day' | 'week' | 'month') =>
      gains[period].find(({ skill }) => skill === 'Attack');
    expect(attack('day')).toEqual({ skill: 'Attack', experience: 200, levels: 0 });
    expect(attack('week')).toEqual({ skill: 'Attack', experience: 1_200, levels: 2 });
    expect(attack('month')).toEqual({ skill: 'Attack', experience: 5_200, levels: 13 });
    expect(gains.day[0]).toEqual({ skill: 'Overall', experience: 273, levels: 1 });
  });

  it('of a new player count from when they were first seen', async () => {
    const { month } = await get<PlayerGains>('/api/hiscores/user/amy/gains');
    expect(month.find(({ skill }) => skill === 'Attack')?.experience).toBe(9_000);
  });

  it('of the week are listed per skill, highest first, without players who gained nothing', async () => {
    const top = await get<TopGains>('/api/hiscores/gains?skill=Attack');
    expect(
      top.players.map(({ rank, username, experience }) => [rank, username, experience]),
    ).toEqual([
      [1, 'Amy', 9_000],
      [2, 'Zed', 1_200],
    ]);
    const mining = await get<TopGains>('/api/hiscores/gains?skill=Mining&period=day');
    expect(mining.players.map(({ username }) => username)).toEqual(['Zed']);
  });

  it('of a banned player are hidden at once, without a new computation', async () => {
    const { deps } = test;
    const accountId = (await test.addPlayer('Amy')).id;
    const listNames = async () => {
      const top = await listTopGains(deps, { skill: 'Attack', period: 'week' });
      return top.players.map(({ username }) => username);
    };
    const lift = () =>
      transaction(deps.db, (trx) =>
        liftSanction(deps, trx, { accountId, kind: 'ban', liftedBy: 'test' }),
      );
    await transaction(deps.db, (trx) =>
      imposeSanction(deps, trx, {
        accountId,
        kind: 'ban',
        reason: 'Cheating',
        expiresAt: null,
        source: 'site',
        issuedBy: 'test',
      }),
    );
    const whileBanned = await listNames().finally(lift);
    expect(whileBanned).toEqual(['Zed']);
    expect(await listNames()).toEqual(['Amy', 'Zed']);
  });

  it('are computed again by the first run of the job on another day', async () => {
    onTestFinished(() => void vi.useRealTimers());
    // The clock of the embedded engine moves too, so what is computed is not the same on both: count the messages.
    const publish = vi.spyOn(test.deps.live, 'publish');
    onTestFinished(() => publish.mockRestore());
    const job = hiscoresJobs(test.deps).find(({ name }) => name === 'hiscores/top-gains')!;
    // Soon: the timers of the embedded engine, set by this clock, would otherwise run without a pause.
    const [tomorrow, dayAfter] = [dayOf(-1), dayOf(-2)];
    /** How many periods the job has computed again. */
    const runAt = async (time: string) => {
      vi.setSystemTime(`${time}:00Z`);
      publish.mockClear();
      await job.run(new AbortController().signal);
      return publish.mock.calls.length;
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await runAt(`${tomorrow}T09:00`)).toBe(3);
    expect(await runAt(`${tomorrow}T23:59`)).toBe(0);
    expect(await runAt(`${dayAfter}T00:01`)).toBe(3);
    vi.useRealTimers();
    await computeTopGains(test.deps);
  });

  it('of the year have a job of their own, because it reads nearly every player', async () => {
    const { deps } = test;
    const computed = async (name: string) => {
      await deps.db.deleteFrom('hiscore_gains').execute();
      const job = hiscoresJobs(deps).find((one) => one.name === name)!;
      await job.run(new AbortController().signal);
      const rows = await deps.db.selectFrom('hiscore_gains').select('days').distinct().execute();
      return [job.everySeconds, ...rows.map(({ days }) => days).toSorted((a, b) => a - b)];
    };
    expect(await computed('hiscores/top-gains')).toEqual([120, 1, 7, 30]);
    expect(await computed('hiscores/top-gains-of-year')).toEqual([3600, 365]);
    await computeTopGains(deps);
  });

  it('are not computed again if no player has changed', async () => {
    expect(await computeTopGains(test.deps, { since: new Date() })).toBe(false);
    expect(await computeTopGains(test.deps, { since: ago(1) })).toBe(true);
  });
});

describe('rank changes', () => {
  const changesOn = (query: string) => get<RankChanges>(`/api/hiscores/rank-changes${query}`);

  /** Snapshots get their ranks when they are taken; those of past days are unknown to this test. */
  async function setRank(name: string, days: number, rank: number | null): Promise<void> {
    const { db } = test.deps;
    const { id } = await db
      .selectFrom('players')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('player_days')
      .set({ ranks: Array.from({ length: 22 }, () => rank) })
      .where('player_id', '=', id)
      .where('day', '=', dayOf(days))
      .execute();
    await transaction(db, (trx) => test.deps.live.publish(trx, { topic: 'hiscores' }));
  }

  it('compare with the last snapshot that is 7 to 14 days old', async () => {
    // Now the order is Old, Amy, Zed. Amy is new, and Old's last snapshot is 40 days old.
    await setRank('Zed', 10, 1);
    await setRank('Old', 40, 7);
    await expect
      .poll(() => changesOn('?skill=Attack'))
      .toEqual({ changes: [{ username: 'Zed', change: -2 }] });
    await setRank('Zed', 10, 8);
    await expect
      .poll(() => changesOn('?skill=Attack'))
      .toEqual({ changes: [{ username: 'Zed', change: 5 }] });
  });

  it('leave out players who kept their rank or had none', async () => {
    for (const rank of [3, null]) {
      await setRank('Zed', 10, rank);
      await expect.poll(() => changesOn('?skill=Attack')).toEqual({ changes: [] });
    }
  });

  it('follow the page and the list, and refuse an unknown skill', async () => {
    await setRank('Zed', 10, 9);
    await expect.poll(() => changesOn('')).toMatchObject({ changes: [{ username: 'Zed' }] });
    expect(await changesOn('?skill=Attack&page=2')).toEqual({ changes: [] });
    const answer = await test.app.inject('/api/hiscores/rank-changes?skill=Dancing');
    expect(answer.statusCode).toBe(400);
  });
});

describe('the first HTML of the page', () => {
  it('contains the list, the player or the comparison that it shows', async () => {
    const list = await page('/hiscores?skill=attack&page=1');
    expect(list).toContain('Old, Amy, Zed and 3 players in all');
    expect(list).toContain(
      '["hiscores","GET /api/hiscores",{"query":{"skill":"Attack","page":"1"}}]',
    );
    const player = await page('/hiscores?player=ZED');
    expect(player).toMatch(/<title>Zed(&#39;|')s Stats/);
    expect(player).toContain('/og/player/zed.png');
    expect(await page('/hiscores?compare=zed,amy')).toContain('Comparing Zed vs Amy');
    // The form sends this before the app runs.
    expect(await page('/hiscores?compare=zed&with=amy')).toContain('Comparing Zed vs Amy');
    expect(list).toContain('<title>Attack Hiscores');
  });

  it('finds a player by the address that the router writes for a number', async () => {
    await ingestStats(test.deps, { reports: [reportOf('123', { Attack: 50 })] });
    expect(await page('/hiscores?player=%22123%22')).toMatch(/<title>123(&#39;|')s Stats/);
  });

  it('is a 404 for an unknown player', async () => {
    expect((await test.app.inject({ url: '/hiscores?player=nobody' })).statusCode).toBe(404);
  });

  async function page(url: string): Promise<string> {
    return (await test.app.inject({ url })).body;
  }
});
