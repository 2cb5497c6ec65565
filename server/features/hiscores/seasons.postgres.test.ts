import { EventEmitter, once } from 'node:events';

import { JSDOM } from 'jsdom';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { addTestServer, hiscoreRow } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { HiscoreLists, Season } from '#shared/endpoints/hiscore-lists.ts';
import type { SeasonPage } from '#shared/endpoints/seasons.ts';
import type { PageDatum } from '#shared/site.ts';

import { ingestStats } from './ingest.service.ts';
import type { StatsReport } from './ingest.service.ts';
import { countSeasonGains, isInSeason } from './season-scores.service.ts';
import { findSeason } from './seasons.db.ts';
import { closeDueSeasons } from './seasons.service.ts';
import { addCounter, reportOf } from './testing/hiscores.ts';

let site: TestApp;
let admin: TestPlayer;
let server: TestServer;
beforeAll(async () => {
  site = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  admin = await site.addPlayer('Keeper', 3);
  server = await addTestServer(site);
  await addCounter(site.deps, 'zulrah');
});
beforeEach(async () => {
  await site.deps.db.deleteFrom('seasons').execute();
  await site.deps.db.deleteFrom('players').execute();
  await site.deps.live.publish(site.deps.db, { topic: 'site' });
});
afterAll(() => site.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const draft = (change: object = {}) => ({
  name: 'Winter',
  startsAt: inDays(-1),
  endsAt: inDays(7),
  serverId: null,
  ...change,
});

function ask(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  return site.app.inject(json(method, `/api/admin/hiscores/seasons${path}`, body, admin));
}

async function start(change: object = {}): Promise<Season> {
  const answer = await ask('POST', '', draft(change));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Season>();
}

async function send(name: string, attack: number, change: Partial<StatsReport> = {}) {
  const report = { ...reportOf(name, { Attack: attack }), ...change };
  const resetBy = { id: null, name: 'test', ip: null };
  return ingestStats(site.deps, { reports: [report], reportedBy: server.id, resetBy });
}

async function scoresOf({ id }: { id: number }, skill = 'Overall'): Promise<string[]> {
  const answer = await site.app.inject(`/api/hiscores/seasons/${id}?skill=${skill}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const { players } = answer.json<SeasonPage>();
  return players.map(({ rank, username, experience }) => `${rank} ${username} ${experience}`);
}

/** Moves its dates, so that its end has come. */
async function endNow({ id }: { id: number }): Promise<void> {
  await sql`
    update seasons set starts_at = starts_at - interval '1 day', ends_at = now()
    where id = ${id}`.execute(site.deps.db);
}

test('scores are gains since the player’s last report before the season', async () => {
  await send('Amy', 1_000, { counts: { zulrah: 40 } });
  await send('Bob', 5_000);
  const season = await start();
  await send('Amy', 1_500, { counts: { zulrah: 45 } });
  await send('Amy', 1_700, { counts: { zulrah: 47 } });
  await send('Bob', 5_100);
  // New to the site: what they had before is not known.
  await send('New', 90_000, { counts: { zulrah: 500 } });
  await send('New', 90_300);
  expect(await scoresOf(season)).toEqual(['1 Amy 700', '2 New 300', '3 Bob 100']);
  expect(await scoresOf(season, 'Attack')).toEqual(['1 Amy 700', '2 New 300', '3 Bob 100']);
  expect(await scoresOf(season, 'Zulrah')).toEqual(['1 Amy 7']);
  expect(await scoresOf(season, 'Mining')).toEqual([]);
});

test('all gains of the reports in one batch count', async () => {
  await send('Amy', 1_000);
  const season = await start();
  const reports = [1_100, 1_250].map((attack, at) =>
    reportOf('Amy', { Attack: attack }, new Date(Date.now() + 1_000 * (at + 1))),
  );
  await ingestStats(site.deps, { reports, reportedBy: server.id });
  expect(await scoresOf(season)).toEqual(['1 Amy 250']);
});

test('a counter counts from its first report', async () => {
  await send('Amy', 1_000);
  const season = await start();
  await send('Amy', 1_100, { counts: { zulrah: 40 } });
  expect(await scoresOf(season, 'Zulrah')).toEqual([]);
  await send('Amy', 1_100, { counts: { zulrah: 42 } });
  expect(await scoresOf(season, 'Zulrah')).toEqual(['1 Amy 2']);
});

test('the time of the observation decides, and a report counts once', async () => {
  await send('Amy', 1_000, { observedAt: new Date(Date.now() - 60_000) });
  const season = await start();
  const [before, within] = [new Date(Date.now() - 30_000), new Date(Date.now() + 1_000)];
  await send('Amy', 1_400, { observedAt: before });
  expect(await scoresOf(season)).toEqual([]);
  await send('Amy', 1_500, { observedAt: within });
  await send('Amy', 1_500, { observedAt: within });
  expect(await scoresOf(season)).toEqual(['1 Amy 100']);
});

test('a season has its first moment, and its last one belongs to the next', async () => {
  const { id } = await start();
  const season = (await findSeason(site.deps.db, id))!;
  const isIn = (date: Date, ms: number) =>
    isInSeason(season, { observedAt: new Date(date.getTime() + ms) });
  expect([isIn(season.startsAt, -1), isIn(season.startsAt, 0)]).toEqual([false, true]);
  expect([isIn(season.endsAt, -1), isIn(season.endsAt, 0)]).toEqual([true, false]);
});

test('while the next season is about to begin, the one that runs still counts', async () => {
  const turn = new Date(Date.now() + 4 * 60_000);
  const before = new Date(turn.getTime() - 60_000);
  const world = await addTestServer(site);
  await sql`
    update game_servers set counts_for_hiscores = false where id = ${world.id}`.execute(
    site.deps.db,
  );
  await send('Amy', 1_000);
  const winter = await start({ endsAt: turn.toISOString() });
  const spring = await start({ name: 'Spring', startsAt: turn.toISOString() });
  const reports = [
    reportOf('Amy', { Attack: 1_100 }, before),
    reportOf('Amy', { Attack: 1_130 }, turn),
  ];
  await ingestStats(site.deps, { reports, reportedBy: server.id });
  expect(await scoresOf(winter)).toEqual(['1 Amy 100']);
  expect(await scoresOf(spring)).toEqual(['1 Amy 30']);
  await site.deps.db.deleteFrom('seasons').execute();
  const own = await start({ endsAt: turn.toISOString(), serverId: world.id });
  await start({ name: 'Spring', startsAt: turn.toISOString(), serverId: world.id });
  await world.post('/hiscores', { players: [hiscoreRow('Amy', 2_000, { observedAt: before })] });
  expect(await scoresOf(own)).toEqual(['1 Amy 200']);
});

test('after a reset the gains count from the lower values', async () => {
  await send('Amy', 1_000);
  const season = await start();
  await send('Amy', 1_500);
  await send('Amy', 200, { reset: true });
  expect(await scoresOf(season)).toEqual([]);
  await send('Amy', 250);
  expect(await scoresOf(season)).toEqual(['1 Amy 50']);
});

test('a closed season keeps its winners, whatever players gain or lose later', async () => {
  await send('Amy', 1_000);
  await send('Bob', 1_000);
  const season = await start();
  await send('Amy', 1_300);
  await send('Bob', 1_200);
  await endNow(season);
  await Promise.all([closeDueSeasons(site.deps), closeDueSeasons(site.deps)]);
  await send('Bob', 9_000);
  await send('Amy', 5, { reset: true });
  expect(await scoresOf(season, 'Attack')).toEqual(['1 Amy 300', '2 Bob 200']);
  const page = (await site.app.inject(`/api/hiscores/seasons/${season.id}`)).json<SeasonPage>();
  expect(page).toMatchObject({
    season: { name: 'Winter', isClosed: true },
    winners: [{ username: 'Amy' }, { username: 'Bob' }],
  });
  const { rows } = await sql`select from season_players`.execute(site.deps.db);
  expect(rows).toEqual([]);
});

test('levels that are loaded in bulk do not count', async () => {
  await send('Amy', 1_000);
  const season = await start();
  await ingestStats(site.deps, {
    reports: [reportOf('Amy', { Attack: 1_500 })],
    reportedBy: server.id,
    isQuiet: true,
  });
  expect(await scoresOf(season)).toEqual([]);
});

test('the job closes a season when its end has come, and no other', async () => {
  const past = await start({ name: 'Past' });
  await ask('POST', `/${past.id}/close`);
  await sql`
    update seasons set starts_at = starts_at - interval '5 days', ends_at = ends_at - interval '5 days'
    where id = ${past.id}`.execute(site.deps.db);
  const running = await start();
  await start({ name: 'Next', startsAt: inDays(8), endsAt: inDays(9) });
  const topics = recordTopics(site.deps.live);
  const list = async () =>
    (await site.app.inject('/api/hiscores/seasons')).json<{ seasons: Season[] }>().seasons;
  const before = await list();
  await closeDueSeasons(site.deps);
  expect(topics.take()).toBe('');
  expect(await list()).toEqual(before);
  await endNow(running);
  await closeDueSeasons(site.deps);
  expect(topics.take()).toBe('hiscores site');
  expect((await list()).map(({ name, isClosed }) => [name, isClosed])).toEqual([
    ['Next', false],
    ['Winter', true],
    ['Past', true],
  ]);
  await closeDueSeasons(site.deps);
  expect(topics.take()).toBe('');
});

test('closing a season leaves the scores of others as they are', async () => {
  await send('Amy', 1_000);
  await send('Bob', 1_000);
  const past = await start({ name: 'Past' });
  await send('Amy', 1_300);
  await ask('POST', `/${past.id}/close`);
  const season = await start();
  await send('Bob', 1_200);
  await ask('POST', `/${season.id}/close`);
  expect(await scoresOf(past)).toEqual(['1 Amy 300']);
  expect(await scoresOf(season)).toEqual(['1 Bob 200']);
});

test('each list of a closed season keeps its best players', async () => {
  const season = await start();
  await sql`
    with added as (
      insert into players (name, name_key, experience, total_level, total_tenths, observed_at)
      select 'P' || n, 'p' || n, (select array_agg(0::bigint) from skills), 30, 0, now()
      from generate_series(1, 501) as n returning id
    )
    insert into season_scores (season_id, skill, player_id, score, reached_at)
    select ${season.id}, skill, id, case skill when 2 then 10 else id + 10 end, now()
    from added, (values (1), (2)) as list(skill)`.execute(site.deps.db);
  await ask('POST', `/${season.id}/close`);
  const totalIn = async (skill: string) =>
    (await site.app.inject(`/api/hiscores/seasons/${season.id}?skill=${skill}`)).json<SeasonPage>()
      .total;
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from season_scores
    where season_id = ${season.id} group by skill`.execute(site.deps.db);
  expect(rows).toEqual([{ n: 500 }, { n: 500 }]);
  expect([await totalIn('Attack'), await totalIn('Defence')]).toEqual([500, 500]);
});

test('only the best 500 of a list stay when a season is closed', async () => {
  const season = await start();
  await sql`
    with added as (
      insert into players (name, name_key, experience, total_level, total_tenths, observed_at)
      select 'P' || n, 'p' || n, (select array_agg(0::bigint) from skills), 30, 0, now()
      from generate_series(1, 510) as n returning id
    )
    insert into season_scores (season_id, skill, player_id, score, reached_at)
    select ${season.id}, 0, id, id, now() from added`.execute(site.deps.db);
  const close = await ask('POST', `/${season.id}/close`);
  expect(close.json()).toMatchObject({ isClosed: true });
  expect((await ask('POST', `/${season.id}/close`)).statusCode).toBe(400);
  const last = await site.app.inject(`/api/hiscores/seasons/${season.id}?page=20`);
  expect(last.json<SeasonPage>()).toMatchObject({ pages: 20, total: 500, page: 20 });
});

test('closing waits for a report that counts, and a later one does not count', async () => {
  const { deps } = site;
  await send('Amy', 1_000);
  const season = await start();
  const report = (attack: number, trx: Trx) => {
    const reports = [reportOf('Amy', { Attack: attack })];
    return ingestStats(deps, { reports, reportedBy: server.id }, trx);
  };
  const steps = new EventEmitter();
  const counted = once(steps, 'counted');
  const reporting = transaction(deps.db, async (trx) => {
    await report(1_100, trx);
    const waiting = once(steps, 'waiting');
    steps.emit('counted');
    await waiting;
    await report(1_250, trx);
  });
  await counted;
  const closing = ask('POST', `/${season.id}/close`);
  await expect.poll(() => countWaiting()).toBe(1);
  steps.emit('waiting');
  await reporting;
  expect((await closing).statusCode).toBe(200);
  expect(await scoresOf(season)).toEqual(['1 Amy 250']);
  // A replica may not have heard of it yet.
  const [player] = await deps.db.selectFrom('players').select('id').execute();
  const values = (tenths: number) => ({ experience: [tenths], counts: [] });
  const late = {
    playerId: player!.id,
    before: values(0),
    after: values(9),
    observedAt: new Date(),
  };
  const row = (await findSeason(deps.db, season.id))!;
  await transaction(deps.db, (trx) => countSeasonGains(trx, row, [late]));
  expect(await scoresOf(season)).toEqual(['1 Amy 250']);
});

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(site.deps.db);
  return rows[0]?.n ?? 0;
}

test('of equal scores the earlier one comes first, 25 are on a page, and hidden players on none', async () => {
  const season = await start();
  await sql`
    with added as (
      insert into players (name, name_key, experience, total_level, total_tenths, observed_at, is_listed)
      select 'P' || n, 'p' || n, (select array_agg(0::bigint) from skills), 30, 0, now(), true
      from generate_series(1, 28) as n returning id, name
    )
    insert into season_scores (season_id, skill, player_id, score, reached_at)
    select ${season.id}, skill, id, case skill when 0 then 50 else 70 end,
      now() - make_interval(mins => substr(name, 2)::integer)
    from added, (values (0), (1)) as list(skill)`.execute(site.deps.db);
  await sql`update players set is_listed = false where name in ('P27', 'P1')`.execute(site.deps.db);
  const read = async (query: string) =>
    (await site.app.inject(`/api/hiscores/seasons/${season.id}?${query}`)).json<SeasonPage>();
  const first = await read('skill=Attack');
  expect(first).toMatchObject({
    season: { id: season.id, name: 'Winter', isClosed: false, serverId: null },
    skill: 'Attack',
    page: 1,
    pages: 2,
    total: 26,
    winners: [{ username: 'P28' }, { username: 'P26' }, { username: 'P25' }],
  });
  expect(first.players.map(({ username, rank }) => `${rank} ${username}`)).toEqual([
    '1 P28',
    ...Array.from({ length: 24 }, (_, at) => `${at + 2} P${26 - at}`),
  ]);
  expect((await read('skill=Attack&page=2')).players).toEqual([
    { rank: 26, username: 'P2', user_rights: 0, experience: 7 },
  ]);
  expect(first.winners[0]).toEqual({ rank: 1, username: 'P28', user_rights: 0, experience: 5 });
  // Closing leaves out those who are hidden then, and only this season.
  await ask('POST', `/${season.id}/close`);
  await sql`update players set is_listed = true`.execute(site.deps.db);
  expect(await read('skill=Attack')).toMatchObject({ total: 26, pages: 2 });
});

test('the page of a season names its best players and has the list that it shows', async () => {
  await send('Amy', 1_000);
  await send('Bob', 1_000);
  const season = await start();
  const readPage = async (query = '') => {
    const { body } = await site.app.inject({ url: `/hiscores/seasons/${season.id}${query}` });
    const { document } = new JSDOM(body).window;
    const data = document.getElementById('page-data')?.textContent ?? '[]';
    return {
      title: document.title,
      description: document.querySelector('meta[name="description"]')?.getAttribute('content'),
      canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href'),
      data: (JSON.parse(data) as PageDatum[])[0],
    };
  };
  expect((await readPage()).description).toBe('Winter has begun.');
  await send('Amy', 1_300);
  await send('Bob', 1_200);
  const canonical = `http://localhost:3000/hiscores/seasons/${season.id}`;
  const answer = await site.app.inject(`/api/hiscores/seasons/${season.id}?skill=Attack&page=2`);
  const params = { id: String(season.id) };
  expect(await readPage('?skill=Attack&page=2')).toEqual({
    title: 'Winter – Wynhold',
    description: 'The best of Winter: Amy, Bob.',
    canonical,
    data: {
      key: [
        'hiscores',
        'GET /api/hiscores/seasons/{id}',
        { params, query: { skill: 'Attack', page: 2 } },
      ],
      value: answer.json<SeasonPage>(),
    },
  });
  for (const [query, page] of [
    ['?page=99', 20],
    ['?page=-1', 1],
    ['?page=x', 1],
  ] as const) {
    expect((await readPage(query)).data).toMatchObject({
      key: [{}, {}, { query: { skill: 'Overall', page } }],
    });
  }
  expect((await site.app.inject('/sitemap.xml')).body).toContain(`<loc>${canonical}</loc>`);
  expect((await site.app.inject('/hiscores/seasons/999999')).statusCode).toBe(404);
});

test('every change of a season is audited, and other seasons stay as they are', async () => {
  const past = await start({ name: 'Past', startsAt: inDays(-1), endsAt: inDays(1) });
  await ask('POST', `/${past.id}/close`);
  const announced = async () =>
    (await site.app.inject('/api/hiscores/lists')).json<HiscoreLists>().season?.name;
  expect(await announced()).toBe('Past');
  const next = await start({ name: 'Next', startsAt: inDays(20), endsAt: inDays(21) });
  await start({ name: 'Far', startsAt: inDays(30), endsAt: inDays(31) });
  expect(await announced()).toBe('Next');
  await site.deps.db.deleteFrom('seasons').where('name', '=', 'Far').execute();
  const season = await start({ startsAt: inDays(0), endsAt: inDays(2) });
  expect(await announced()).toBe('Winter');
  const list = async () =>
    (await site.app.inject('/api/hiscores/seasons')).json<{ seasons: Season[] }>().seasons;
  const [nextNow, seasonNow, pastNow] = await list();
  expect([nextNow, seasonNow]).toEqual([next, season]);
  const renamed = await ask('PUT', `/${season.id}`, draft({ ...season, name: 'Frost' }));
  expect(renamed.statusCode, renamed.body).toBe(200);
  const closed = (await ask('POST', `/${season.id}/close`)).json<Season>();
  expect(Date.parse(closed.endsAt)).toBeLessThanOrEqual(Date.now());
  expect((await ask('DELETE', `/${season.id}`)).statusCode).toBe(204);
  expect((await ask('DELETE', `/${season.id}`)).statusCode).toBe(404);
  expect((await ask('POST', `/${season.id}/close`)).statusCode).toBe(404);
  expect(await list()).toEqual([nextNow, pastNow]);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'before', 'after'])
    .where('subject', '=', String(season.id))
    .where('action', 'like', 'seasons/%')
    .orderBy('id')
    .execute();
  const { id: _id, isClosed: _isClosed, ...created } = season;
  const by = { actor_name: 'Keeper' };
  const frost = { ...created, name: 'Frost' };
  expect(entries).toEqual([
    { ...by, action: 'seasons/created', before: null, after: created },
    {
      ...by,
      action: 'seasons/changed',
      before: { name: 'Winter' },
      after: { name: 'Frost' },
    },
    { ...by, action: 'seasons/closed', before: frost, after: null },
    {
      ...by,
      action: 'seasons/deleted',
      before: { ...frost, endsAt: closed.endsAt },
      after: null,
    },
  ]);
});

test('no two seasons overlap, and an end is after its start', async () => {
  const season = await start();
  const refused = await ask('POST', '', draft({ startsAt: inDays(6), endsAt: inDays(9) }));
  expect(refused.json()).toMatchObject({ fields: { startsAt: expect.any(String) } });
  expect((await ask('POST', '', draft({ endsAt: inDays(-2) }))).statusCode).toBe(400);
  const next = await start({ name: 'Spring', startsAt: inDays(7), endsAt: inDays(8) });
  const lists = (await site.app.inject('/api/hiscores/lists')).json<HiscoreLists>();
  expect(lists.season).toMatchObject({ id: season.id, name: 'Winter', isClosed: false });
  expect((await ask('POST', `/${next.id}/close`)).statusCode).toBe(400);
});

test('the start of a running season stays, and the end of a closed one', async () => {
  const season = await start();
  const edit = (change: object) => ask('PUT', `/${season.id}`, draft(change));
  const moved = await edit({ name: 'Frost', startsAt: inDays(3), endsAt: inDays(5) });
  expect(moved.json()).toMatchObject({ name: 'Frost', startsAt: season.startsAt });
  const closed = (await ask('POST', `/${season.id}/close`)).json<Season>();
  const renamed = await edit({ name: 'Snow', endsAt: inDays(9) });
  expect(renamed.json()).toEqual({ ...closed, name: 'Snow' });
  expect((await ask('DELETE', `/${season.id}`)).statusCode).toBe(204);
  expect((await site.app.inject(`/api/hiscores/seasons/${season.id}`)).statusCode).toBe(404);
});

test('the world of a season that has begun stays', async () => {
  const world = await addTestServer(site);
  await sql`
    update game_servers set counts_for_hiscores = false where id = ${world.id}`.execute(
    site.deps.db,
  );
  const { id } = await start({ serverId: world.id });
  const edited = await ask('PUT', `/${id}`, draft({ name: 'Frost', serverId: null }));
  expect(edited.json()).toMatchObject({ name: 'Frost', serverId: world.id });
});

test('a planned season can move whole, but neither end before now nor when it starts', async () => {
  const planned = await start({ startsAt: inDays(2), endsAt: inDays(4) });
  const edit = (change: object) => ask('PUT', `/${planned.id}`, draft(change));
  const times = { startsAt: inDays(3), endsAt: inDays(5) };
  expect((await edit(times)).json()).toMatchObject(times);
  for (const wrong of [
    { startsAt: times.endsAt },
    { endsAt: times.startsAt },
    { startsAt: inDays(-3), endsAt: inDays(-1) },
  ]) {
    const answer = await edit({ ...times, ...wrong });
    expect(answer.json()).toMatchObject({ fields: { endsAt: expect.any(String) as string } });
  }
  expect((await ask('PUT', '/999999', draft())).statusCode).toBe(404);
  for (const [field, value] of Object.entries({
    name: 'x'.repeat(41),
    startsAt: 'soon',
    endsAt: '',
    serverId: 0,
  })) {
    const answer = await edit({ ...times, [field]: value });
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
  }
  const nowhere = await edit({ ...times, serverId: 999_999 });
  expect(nowhere.json()).toMatchObject({ code: 'bridge/server-not-found' });
  expect((await edit({ ...times, name: 'x'.repeat(40) })).statusCode).toBe(200);
  // One season may begin when another ends.
  await start({ startsAt: times.endsAt, endsAt: inDays(6) });
});

test('without seasons, nothing is said about them', async () => {
  expect((await site.app.inject('/api/hiscores/lists')).json()).not.toHaveProperty('season');
});

test('in a world of its own everyone starts from nothing, and the hiscores do not change', async () => {
  const world = await addTestServer(site);
  const refused = await ask('POST', '', draft({ serverId: world.id }));
  expect(refused.statusCode).toBe(400);
  await sql`
    update game_servers set counts_for_hiscores = false where id = ${world.id}`.execute(
    site.deps.db,
  );
  const report = async (attack: number, observedAt = new Date()) => {
    const row = hiscoreRow('Amy', attack, { observedAt, counters: { zulrah: attack / 100 } });
    const answer = await world.post('/hiscores', { players: [row] });
    return answer.json<{ results: { status: string; reason?: string }[] }>().results[0];
  };
  expect(await report(1_000)).toMatchObject({ reason: 'server-not-counted' });
  await send('Amy', 50_000);
  const season = await start({ serverId: world.id });
  const before = new Date(Date.now() - 60_000);
  expect(await report(9_000, before)).toMatchObject({ reason: 'stale' });
  expect(await report(2_000)).toMatchObject({ status: 'accepted' });
  expect(await report(3_000)).toMatchObject({ status: 'accepted' });
  expect(await report(2_500)).toMatchObject({ reason: 'experience-decreased' });
  await send('Amy', 60_000);
  expect(await scoresOf(season)).toEqual(['1 Amy 300']);
  expect(await scoresOf(season, 'Zulrah')).toEqual(['1 Amy 30']);
  const player = (await site.app.inject('/api/hiscores/user/amy')).json<{ totalExp: number }>();
  expect(player.totalExp).toBe(60_000 + 1_154);
  const row = hiscoreRow('Amy', 700, { reset: true, counters: { zulrah: 2 } });
  const reset = await world.post('/hiscores', { players: [row] });
  expect(reset.json()).toMatchObject({ accepted: 1 });
  expect(await scoresOf(season)).toEqual(['1 Amy 70']);
  expect(await scoresOf(season, 'Zulrah')).toEqual(['1 Amy 2']);
  const wrong = hiscoreRow('Amy', 800, { counters: { zulrah: -1 } });
  const results = await world.post('/hiscores', { players: [wrong, hiscoreRow('Bob', 900)] });
  expect(results.json()).toMatchObject({ accepted: 1, rejected: 1 });
  expect(await scoresOf(season)).toEqual(['1 Bob 90', '2 Amy 70']);
});
