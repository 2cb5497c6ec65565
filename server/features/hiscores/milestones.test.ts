import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { addTestServer } from '#server/features/bridge/testing/bridge.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { LatestMilestones, PlayerMilestones } from '#shared/endpoints/hiscore-progress.ts';
import { describeMilestone } from '#shared/rules/milestones.ts';
import { experienceOfLevel } from '#shared/rules/xp.ts';

import { ingestStats } from './ingest.service.ts';
import type { StatsReport } from './ingest.service.ts';
import { addCounter, addMode, reportOf } from './testing/hiscores.ts';

let site: TestApp;
let serverId: number;
beforeAll(async () => {
  site = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  serverId = (await addTestServer(site)).id;
  await addCounter(site.deps, 'vorkath');
});
beforeEach(() => site.deps.db.deleteFrom('players').execute());
afterAll(() => site.close());

const top = experienceOfLevel(99);
let clock = Date.now() - 3_600_000;

function send(...reports: StatsReport[]) {
  const resetBy = { id: null, name: 'test', ip: null };
  return ingestStats(site.deps, { reports, reportedBy: serverId, resetBy });
}

/** Each report is a second later than the one before. */
function report(
  name: string,
  experience: Record<string, number>,
  extra: Pick<StatsReport, 'counts' | 'reset'> = {},
): StatsReport {
  clock += 1000;
  return { ...reportOf(name, experience, new Date(clock)), ...extra };
}

async function milestonesOf(name: string): Promise<string[]> {
  const answer = await site.app.inject(`/api/hiscores/user/${name}/milestones`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<PlayerMilestones>().milestones.map(describe);
}

async function listLatest(): Promise<string[]> {
  const answer = await site.app.inject('/api/hiscores/milestones');
  const { milestones } = answer.json<LatestMilestones>();
  return milestones.map((one) => `${one.username}: ${describe(one)}`);
}

function describe(milestone: PlayerMilestones['milestones'][number]): string {
  return `${describeMilestone(milestone)}${milestone.isFirst ? ' first' : ''}`;
}

test('a report that reaches something writes it once, and only one player is the first', async () => {
  await send(report('Amy', { Attack: 5 }), report('Bob', { Attack: 5 }));
  const reached = report('Amy', { Attack: top, Fishing: 200_000_000 }, { counts: { vorkath: 3 } });
  await send(reached);
  await send(reached, report('Amy', { Attack: top + 9, Fishing: 200_000_000 }));
  await send(
    report('Amy', { Attack: top + 9, Fishing: 200_000_000 }, { counts: { vorkath: 501 } }),
  );
  await send(report('Bob', { Attack: top - 1 }));
  await send(report('Bob', { Attack: top }));
  expect((await milestonesOf('amy')).sort()).toEqual([
    '100 Vorkath first',
    '200,000,000 experience in Fishing first',
    '500 Vorkath first',
    'level 99 in Attack first',
    'level 99 in Fishing first',
  ]);
  expect(await milestonesOf('bob')).toEqual(['level 99 in Attack']);
  expect((await listLatest())[0]).toBe('Bob: level 99 in Attack');
});

test('of players who reach it in batches at the same time, one is the first', async () => {
  const names = ['Amy', 'Bob', 'Cat', 'Dan'];
  await send(...names.map((name) => report(name, { Attack: 5 })));
  await Promise.all(names.map((name) => send(report(name, { Attack: top }))));
  expect((await listLatest()).map((text) => text.replace(/^\w+: /, '')).sort()).toEqual([
    'level 99 in Attack',
    'level 99 in Attack',
    'level 99 in Attack',
    'level 99 in Attack first',
  ]);
});

test('what a player had before the first report is no milestone, but others are not the first', async () => {
  await send(report('Old', { Attack: top }, { counts: { vorkath: 5000 } }));
  expect(await milestonesOf('old')).toEqual([]);
  await send(report('New', { Attack: 5 }, { counts: { vorkath: 90 } }));
  await send(report('New', { Attack: top }, { counts: { vorkath: 100 } }));
  expect((await milestonesOf('new')).sort()).toEqual(['100 Vorkath', 'level 99 in Attack']);
});

test('a reset removes what no longer holds, and it can be reached again', async () => {
  await send(report('Rex', { Attack: 5, Fishing: 5 }));
  await send(report('Rex', { Attack: top, Fishing: top }));
  await send(report('Rex', { Attack: top, Fishing: 50 }, { reset: true }));
  expect(await milestonesOf('rex')).toEqual(['level 99 in Attack first']);
  await send(report('Rex', { Attack: top, Fishing: top }));
  expect((await milestonesOf('rex'))[0]).toBe('level 99 in Fishing first');
});

test('a reset removes no milestone of another player or value', async () => {
  const trained = { Attack: top, Fishing: top };
  await send(
    report('Amy', { Attack: 5 }),
    report('Rex', { Attack: 5 }, { counts: { vorkath: 9 } }),
  );
  await send(report('Amy', trained));
  await send(report('Rex', trained, { counts: { vorkath: 600 } }));
  const ofAmy = await milestonesOf('amy');
  await send(report('Rex', { Attack: top }, { counts: { vorkath: 150 }, reset: true }));
  expect((await milestonesOf('rex')).sort()).toEqual(['100 Vorkath first', 'level 99 in Attack']);
  expect(await milestonesOf('amy')).toEqual(ofAmy);
  expect(ofAmy).toHaveLength(2);
});

test('the ten latest of all players are listed, with rights and mode', async () => {
  await site.addPlayer('Mod Mia', 1);
  await addMode(site.deps, 'ironman');
  const skills = ['Attack', 'Strength', 'Defence', 'Ranged', 'Prayer', 'Magic'];
  await send(report('Amy', { Attack: 5 }), report('Mod Mia', { Attack: 5 }));
  for (const at of skills.keys()) {
    const trained = Object.fromEntries(skills.slice(0, at + 1).map((name) => [name, top]));
    await send({ ...report('Mod Mia', trained), mode: 'ironman' }, report('Amy', trained));
  }
  const answer = await site.app.inject('/api/hiscores/milestones');
  const { milestones } = answer.json<LatestMilestones>();
  expect(milestones).toHaveLength(10);
  expect(milestones.map(({ reachedAt }) => reachedAt)).toEqual(
    milestones.map(({ reachedAt }) => reachedAt).toSorted((a, b) => b.localeCompare(a)),
  );
  expect(milestones.find(({ username }) => username === 'Mod Mia')).toMatchObject({
    user_rights: 1,
    mode: 'ironman',
  });
  expect(await milestonesOf('mod%20mia')).toHaveLength(7);
});

test('levels that are loaded in bulk are no milestones', async () => {
  await send(report('Amy', { Attack: 5 }));
  const reports = [report('Amy', { Attack: top })];
  await ingestStats(site.deps, { reports, reportedBy: serverId, isQuiet: true });
  expect(await milestonesOf('amy')).toEqual([]);
});

test('after a reset by an admin, a player comes back without milestones', async () => {
  const admin = await site.addPlayer('Keeper', 3);
  await send(report('Rex', { Attack: 5 }));
  await send(report('Rex', { Attack: top }));
  const headers = { cookie: admin.cookie };
  const answer = await site.app.inject({
    method: 'DELETE',
    url: '/api/admin/hiscores/rex',
    headers,
  });
  expect(answer.statusCode, answer.body).toBe(204);
  clock = Date.now() + 1000;
  await send(report('Rex', { Attack: top }));
  expect(await milestonesOf('rex')).toEqual([]);
});

test('a player who is not listed takes no first place and is not in the news', async () => {
  await send(report('Staff', { Attack: 5 }), report('Amy', { Attack: 5 }));
  await sql`update players set is_listed = false where name_key = 'staff'`.execute(site.deps.db);
  await sql`update hiscores set is_listed = false where player_id in (
    select id from players where not is_listed)`.execute(site.deps.db);
  await send(report('Staff', { Attack: top }));
  await send(report('Amy', { Attack: top }));
  expect(await milestonesOf('staff')).toEqual(['level 99 in Attack']);
  expect(await listLatest()).toEqual(['Amy: level 99 in Attack first']);
});

test('total levels in steps of 500, and all of them', async () => {
  const all = (level: number) =>
    Object.fromEntries(
      ['Attack', 'Strength', 'Defence', 'Ranged', 'Prayer', 'Magic'].map((name) => [
        name,
        experienceOfLevel(level),
      ]),
    );
  await send(report('Low', all(40)));
  await send(report('Max', all(50)));
  await send(report('Max', all(95)));
  expect(await milestonesOf('max')).toEqual(['total level 500 first']);
  await send(report('Next', all(50)));
  await send(report('Next', all(95)));
  expect(await milestonesOf('next')).toEqual(['total level 500']);
});
