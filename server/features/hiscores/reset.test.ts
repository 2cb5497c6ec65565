import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { addTestServer, hiscoreRow } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { GameServer } from '#shared/endpoints/game-servers.ts';
import type { HiscoresPage, HiscoresRecord } from '#shared/endpoints/hiscores.ts';

import { computeTopGains } from './gains.service.ts';
import { rankWaitingDays } from './history.service.ts';
import { ingestStats } from './ingest.service.ts';
import { addCounter, addMode, findMiscounts, findMisplaced, reportOf } from './testing/hiscores.ts';

// Which servers count for the hiscores, and the resets of one player and of one server by an admin.

let site: TestApp;
let admin: TestPlayer;
let server: TestServer;
beforeAll(async () => {
  site = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  admin = await site.addPlayer('Keeper', 3);
});
beforeEach(async () => {
  await site.deps.db.deleteFrom('players').execute();
  server = await addTestServer(site);
});
afterAll(() => site.close());

function asAdmin(method: 'PATCH' | 'DELETE', path: string, body?: unknown) {
  return site.app.inject(json(method, `/api/admin${path}`, body, admin));
}

async function setCounted(counts: boolean, { id } = server): Promise<void> {
  const answer = await asAdmin('PATCH', `/servers/${id}/hiscores`, { counts });
  expect(answer.statusCode, answer.body).toBe(204);
}

async function report(name: string, tenths: number, { from = server, ...change }: Change = {}) {
  const answer = await from.post('/hiscores', { players: [hiscoreRow(name, tenths, change)] });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ accepted: number; ignored: number; results: unknown[] }>();
}
type Change = { from?: TestServer; observedAt?: string };

async function listRanked(): Promise<string[]> {
  const answer = await site.app.inject('/api/hiscores?skill=Attack&page=1');
  return answer.json<HiscoresPage>().players.map(({ rank, username }) => `${rank} ${username}`);
}

async function findPlayer(name: string): Promise<HiscoresRecord> {
  return (await site.app.inject(`/api/hiscores/user/${name}`)).json<HiscoresRecord>();
}

async function countReported({ id }: TestServer): Promise<number> {
  const headers = { cookie: admin.cookie };
  const answer = await site.app.inject({ url: `/api/admin/servers/${id}/hiscores`, headers });
  return answer.json<{ players: number }>().players;
}

async function findLastAudit(action: string) {
  return site.deps.db
    .selectFrom('audit_log')
    .select(['subject', 'actor_name as actor', 'before', 'after'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

async function expectExactRanks(): Promise<void> {
  expect(await findMiscounts(site.deps.db)).toEqual([]);
  expect(await findMisplaced(site.deps.db)).toEqual([]);
}

test('the levels of a server that does not count are not ranked, and it is told so', async () => {
  await setCounted(false);
  expect(await report('Cara', 1_000_000)).toEqual({
    accepted: 0,
    ignored: 1,
    rejected: 0,
    results: [{ name: 'Cara', status: 'ignored', reason: 'server-not-counted', hasAccount: false }],
  });
  expect(await listRanked()).toEqual([]);
  const headers = { cookie: admin.cookie };
  const servers = (await site.app.inject({ url: '/api/admin/servers', headers })).json<
    GameServer[]
  >();
  expect(servers.find(({ id }) => id === server.id)?.countsForHiscores).toBe(false);
  expect(await findLastAudit('servers/hiscores-switched')).toMatchObject({
    subject: String(server.id),
    actor: 'Keeper',
    before: { countsForHiscores: true },
    after: { countsForHiscores: false },
  });
  await setCounted(true);
  expect(await report('Cara', 1_000_000)).toMatchObject({ accepted: 1 });
  expect(await listRanked()).toEqual(['1 Cara']);
});

test('a server that does not count does not change players of another server', async () => {
  const other = await addTestServer(site);
  await report('Cara', 5_000, { from: other });
  await setCounted(false);
  await report('Cara', 9_000);
  expect((await findPlayer('Cara')).playerStats.find(({ skill }) => skill === 'Attack')).toEqual(
    expect.objectContaining({ experience: 500 }),
  );
});

test('an unknown or removed server cannot be switched or reset', async () => {
  await asAdmin('DELETE', `/servers/${server.id}`);
  for (const id of [server.id, 999_999]) {
    const switched = await asAdmin('PATCH', `/servers/${id}/hiscores`, { counts: false });
    expect(switched.json()).toMatchObject({ code: 'bridge/server-not-found' });
    const reset = await asAdmin('DELETE', `/servers/${id}/hiscores`);
    expect(reset.json()).toMatchObject({ code: 'bridge/server-not-found' });
  }
  expect((await asAdmin('PATCH', `/servers/${server.id}/hiscores`, {})).statusCode).toBe(400);
});

test('an admin resets one player: levels, history and gains go, and the others move up', async () => {
  for (const [at, name] of ['Ada', 'Bram', 'Cara'].entries())
    await report(name, 9_000 - at * 1_000);
  await rankWaitingDays(site.deps);
  await report('Ada', 20_000);
  await computeTopGains(site.deps);
  const answer = await asAdmin('DELETE', '/hiscores/ada');
  expect(answer.statusCode, answer.body).toBe(204);
  expect(await listRanked()).toEqual(['1 Bram', '2 Cara']);
  await expectExactRanks();
  expect(await findPlayer('Ada')).toMatchObject({ username: 'Ada', totalLevel: 30, rank: null });
  const rest = await site.deps.db
    .selectFrom('players')
    .leftJoin('player_days', 'player_days.player_id', 'players.id')
    .leftJoin('hiscore_gains', 'hiscore_gains.player_id', 'players.id')
    .select(['player_days.day', 'hiscore_gains.gain', 'reported_by as server'])
    .where('name_key', '=', 'ada')
    .execute();
  expect(rest).toEqual([{ day: null, gain: null, server: null }]);
  const audit = await findLastAudit('hiscores/player-reset');
  const before = { xpTenths: expect.arrayContaining([20_000]) as number[] };
  expect(audit).toMatchObject({ subject: 'ada', actor: 'Keeper', before });
});

test('a reset leaves nothing of the player, and everything of the others', async () => {
  const { db } = site.deps;
  await addMode(site.deps, 'ironman');
  await addCounter(site.deps, 'zulrah');
  const other = await addTestServer(site);
  const send = (name: string, xp: number, seconds: number, from: TestServer) => {
    const observedAt = new Date(Date.now() - seconds * 1000).toISOString();
    const more = { mode: 'ironman', counters: { zulrah: xp > 9_000 ? 120 : 4 }, observedAt };
    return from.post('/hiscores', { players: [hiscoreRow(name, xp, more)] });
  };
  for (const [name, from] of [
    ['Ada', server],
    ['Bram', other],
    ['Cara', server],
  ] as const) {
    await send(name, 5_000, 60, from);
    await send(name, 140_000_000, 30, from);
  }
  await sql`
    insert into hiscore_records (player_id, days, skill, gain, day)
    select id, 7, 1, 5, current_date from players`.execute(db);
  await sql`
    insert into hiscore_gains (days, mode, skill, player_id, gain)
    select 7, 0, 1, id, 5 from players`.execute(db);
  const tables = ['player_days', 'hiscore_gains', 'hiscore_records', 'milestones', 'hiscores'];
  const rowsOf = async (name: string) => {
    const rows: Record<string, unknown[]> = {};
    for (const table of tables) {
      const found = await sql<{ row: string }>`
        select to_jsonb(own) as row from ${sql.table(table)} as own
        join players on players.id = player_id where players.name = ${name}
        order by to_jsonb(own)::text`.execute(db);
      rows[table] = found.rows;
    }
    const player = db.selectFrom('players').selectAll().where('name', '=', name);
    return { rows, player: await player.executeTakeFirstOrThrow() };
  };
  const counts = ({ rows }: { rows: Record<string, unknown[]> }) =>
    Object.values(rows).map(({ length }) => length);
  const [ada, bram, cara] = [await rowsOf('Ada'), await rowsOf('Bram'), await rowsOf('Cara')];
  for (const before of [ada, bram, cara]) expect(counts(before)).not.toContain(0);
  await asAdmin('DELETE', '/hiscores/ada');
  const after = await rowsOf('Ada');
  expect(counts(after)).toEqual([0, 0, 0, 0, 0]);
  expect(after.player).toEqual({
    ...ada.player,
    mode: 0,
    counts: null,
    experience: expect.not.arrayContaining([140_000_000]) as number[],
    total_level: 30,
    total_tenths: 11_540,
    playtime_seconds: null,
    reported_by: null,
    observed_at: expect.any(Date) as Date,
    changed_at: expect.any(Date) as Date,
  });
  expect([await rowsOf('Bram'), await rowsOf('Cara')]).toEqual([bram, cara]);
  const audit = await findLastAudit('hiscores/player-reset');
  expect(audit).toMatchObject({
    subject: 'ada',
    before: { xpTenths: ada.player.experience, counts: ada.player.counts },
  });
  expect(audit?.after).toEqual({ xpTenths: after.player.experience });
  await asAdmin('DELETE', `/servers/${server.id}/hiscores`);
  expect(counts(await rowsOf('Cara'))).toEqual([0, 0, 0, 0, 0]);
  expect(await rowsOf('Bram')).toEqual(bram);
});

test('a report from before the reset does not bring the levels back, a later one does', async () => {
  const observedAt = new Date().toISOString();
  await report('Ada', 9_000, { observedAt: new Date(Date.now() - 60_000).toISOString() });
  await asAdmin('DELETE', '/hiscores/Ada');
  expect((await report('Ada', 9_500, { observedAt })).results).toEqual([
    { name: 'Ada', status: 'ignored', reason: 'stale', hasAccount: false },
  ]);
  expect(await listRanked()).toEqual([]);
  expect(await report('Ada', 700)).toMatchObject({ accepted: 1 });
  expect(await listRanked()).toEqual(['1 Ada']);
  await expectExactRanks();
});

test('a player who is not in the hiscores cannot be reset', async () => {
  await site.addPlayer('Newcomer');
  const answer = await asAdmin('DELETE', '/hiscores/Newcomer');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'hiscores/no-data' });
});

test('an admin resets one server: exactly the players whose levels it reported last', async () => {
  const other = await addTestServer(site);
  await report('Ada', 1_000);
  await report('Bram', 2_000);
  await report('Cara', 3_000, { from: other });
  await report('Dora', 4_000);
  await report('Dora', 4_500, { from: other });
  await report('Edda', 5_000, { from: other });
  // Refused, because the levels are lower: Edda stays with the other server.
  await report('Edda', 400);
  await ingestStats(site.deps, { reports: [reportOf('Imported', { Attack: 600 })] });
  expect([await countReported(server), await countReported(other)]).toEqual([2, 3]);
  const answer = await asAdmin('DELETE', `/servers/${server.id}/hiscores`);
  expect(answer.json()).toEqual({ players: 2 });
  expect(await listRanked()).toEqual(['1 Imported', '2 Edda', '3 Dora', '4 Cara']);
  await expectExactRanks();
  expect(await findLastAudit('hiscores/server-reset')).toMatchObject({
    subject: String(server.id),
    actor: 'Keeper',
    before: { players: 2, name: expect.stringMatching(/^World \d+$/) as string },
  });
  expect(await countReported(server)).toBe(0);
  expect((await asAdmin('DELETE', `/servers/${server.id}/hiscores`)).json()).toEqual({
    players: 0,
  });
});
