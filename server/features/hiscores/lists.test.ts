import { JSDOM } from 'jsdom';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { addTestServer, hiscoreRow } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ManagedCounter, ManagedMode } from '#shared/endpoints/hiscore-lists.ts';
import type { HiscoresPage, HiscoresRecord } from '#shared/endpoints/hiscores.ts';
import type { PageDatum } from '#shared/site.ts';

import { ingestStats } from './ingest.service.ts';
import { addSkill } from './skills.service.ts';
import { reportOf } from './testing/hiscores.ts';

let test: TestApp;
let admin: TestPlayer;
let game: TestServer;

beforeAll(async () => {
  test = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  admin = await test.addPlayer('Keeper', 3);
  game = await addTestServer(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const { id } of await listModes()) await write('DELETE', `modes/${id}`);
  for (const { id } of await listCounters()) await write('DELETE', `counters/${id}`);
  await test.deps.db.deleteFrom('players').execute();
  await test.deps.db.deleteFrom('unknown_reports').execute();
});

const ironman = { key: 'ironman', name: 'Ironman', icon: 'helm', colour: 'neutral' };
const zulrah = { key: 'zulrah', name: 'Zulrah', group: 'Bosses', icon: 'serpent', minimum: 5 };
const clues = { key: 'clues', name: 'Clue Steps', group: 'Other', icon: 'scroll', minimum: 1 };

const write = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  test.app.inject(json(method, `/api/admin/hiscores/${path}`, body, admin));

async function read<T>(url: string, status = 200): Promise<T> {
  const answer = await test.app.inject({ url, headers: { cookie: admin.cookie } });
  expect(answer.statusCode, `${url} ${answer.body}`).toBe(status);
  return answer.json<T>();
}

async function add(path: 'modes' | 'counters', ...bodies: object[]): Promise<number[]> {
  const ids = [];
  for (const body of bodies) {
    const answer = await write('POST', path, body);
    expect(answer.statusCode, answer.body).toBe(200);
    ids.push(answer.json<{ id: number }>().id);
  }
  return ids;
}

const listModes = async () =>
  (await read<{ modes: ManagedMode[] }>('/api/admin/hiscores/modes')).modes;
const listCounters = async () =>
  (await read<{ counters: ManagedCounter[] }>('/api/admin/hiscores/counters')).counters;

let clock = Date.now() - 3_600_000;
type Sent = { mode?: string | null; counters?: Record<string, number>; reset?: boolean };

async function report(name: string, xp: number, sent: Sent = {}) {
  clock += 1000;
  const observedAt = new Date(clock).toISOString();
  const answer = await game.post('/hiscores', {
    players: [hiscoreRow(name, xp, { observedAt, ...sent })],
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ results: { status: string; reason?: string }[] }>().results[0];
}

const readPlayer = (name: string) => read<HiscoresRecord>(`/api/hiscores/user/${name}`);
const readUnknown = async () =>
  (await read<{ reports: object[] }>('/api/admin/hiscores/unknown')).reports;

it('a site without modes and counters answers as before', async () => {
  await report('Ada', 5_000, { mode: 'ironman', counters: { zulrah: 3 } });
  const { players } = await read<HiscoresPage>('/api/hiscores?skill=Overall');
  expect(Object.keys(players[0]!)).toEqual(
    'rank username level experience user_rights totalLevel totalExp'.split(' '),
  );
  const record = await readPlayer('ada');
  for (const field of ['mode', 'modeRank', 'counters']) expect(record).not.toHaveProperty(field);
  expect(record.playerStats[0]).not.toHaveProperty('modeRank');
  expect(await read('/api/site')).not.toHaveProperty('modes');
  expect(await read('/api/hiscores/lists')).toEqual({ groups: [] });
  const lite = await read<object>('/m=hiscore_oldschool/index_lite.json?player=ada');
  expect(lite).toMatchObject({ activities: [] });
});

it('players are ranked among all and in their mode', async () => {
  await add('modes', ironman);
  await report('Ada', 9_000, { mode: 'normal' });
  await report('Bob', 5_000, { mode: 'Ironman' });
  await report('Cat', 7_000, { mode: 'ironman' });
  expect(await read('/api/site')).toMatchObject({ modes: [ironman] });
  expect(await listModes()).toEqual([{ ...ironman, id: 1, players: 2 }]);
  const page = await read<HiscoresPage>('/api/hiscores?skill=Attack&mode=ironman');
  expect(page).toMatchObject({ skill: 'Attack', mode: 'ironman', total: 2, pages: 1 });
  expect(page.players.map(({ rank, username, mode }) => [rank, username, mode])).toEqual([
    [1, 'Cat', 'ironman'],
    [2, 'Bob', 'ironman'],
  ]);
  const bob = await readPlayer('bob');
  expect(bob).toMatchObject({ mode: 'ironman', rank: 3, modeRank: 2 });
  expect(bob.playerStats[0]).toMatchObject({ rank: 3, modeRank: 2 });
  expect(bob.playerStats[1]).toMatchObject({ rank: null, modeRank: null });
  const found = await read<{ players: object[] }>('/api/hiscores/search?name=bob');
  expect(found.players[0]).toMatchObject({ username: 'Bob', mode: 'ironman' });
  const { results } = await read<{ results: object[] }>('/api/search?q=bob');
  expect(results[0]).toMatchObject({ kind: 'player', label: 'Bob', mode: 'ironman' });

  // Without a mode the report changes nothing about it; another one moves the player.
  await report('Bob', 5_100);
  expect(await readPlayer('bob')).toMatchObject({ mode: 'ironman' });
  expect(await report('Bob', 5_100, { mode: null })).toMatchObject({ status: 'accepted' });
  expect(await readPlayer('bob')).not.toHaveProperty('mode');
  expect(await listModes()).toMatchObject([{ players: 1 }]);
  await read('/api/hiscores?mode=hardcore', 400);
});

it('the whole list, the search and the counters of a player name the mode', async () => {
  await add('modes', ironman);
  await add('counters', zulrah);
  // A game may write the key of a counter in any way.
  await report('Ada', 9_000, { counters: { ZULRAH: 9 } });
  await report('Bob', 5_000, { mode: 'ironman', counters: { Zulrah: 7 } });
  const { totalLevel } = await readPlayer('bob');
  const all = await read<{ username: string; mode?: string }[]>('/api/hiscores');
  expect(all.map(({ username, mode }) => [username, mode])).toEqual([
    ['Ada', undefined],
    ['Bob', 'ironman'],
  ]);
  expect(await read('/api/hiscores/search?name=bob')).toEqual({
    players: [{ username: 'Bob', user_rights: 0, mode: 'ironman', totalLevel }],
  });
  expect((await readPlayer('bob')).counters).toEqual([
    { name: 'Zulrah', group: 'Bosses', score: 7, rank: 2, modeRank: 1 },
  ]);
});

it('the page of a list is titled by mode and skill, and has the data that the app would read', async () => {
  await add('modes', ironman);
  await report('Ada', 9_000, { mode: 'ironman' });
  const readPage = async (query: string) => {
    const { body } = await test.app.inject({ url: `/hiscores${query}` });
    const { document } = new JSDOM(body).window;
    const data = document.getElementById('page-data')?.textContent ?? '[]';
    return {
      title: document.title,
      description: document.querySelector('meta[name="description"]')?.getAttribute('content'),
      canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href'),
      query: (JSON.parse(data) as PageDatum[]).find(({ key }) => key[1] === 'GET /api/hiscores')
        ?.key[2],
    };
  };
  const url = 'http://localhost:3000/hiscores';
  expect(await readPage('?skill=Attack&mode=ironman')).toEqual({
    title: 'Ironman Attack Hiscores – Wynhold',
    description: 'Ironman Attack Hiscores of Wynhold: Ada and 1 players in all.',
    canonical: `${url}?skill=Attack&mode=ironman`,
    query: { query: { skill: 'Attack', page: '1', mode: 'ironman' } },
  });
  expect(await readPage('?mode=wizard&skill=Dancing&page=2')).toEqual({
    title: 'Hiscores – Wynhold',
    description: 'Overall Hiscores of Wynhold.',
    canonical: `${url}?page=2`,
    query: { query: { skill: 'Overall', page: '2' } },
  });
  expect(await readPage('?mode=ironman')).toMatchObject({
    title: 'Ironman Overall Hiscores – Wynhold',
    canonical: `${url}?mode=ironman`,
  });
});

it('admins are told at once of a mode or counter that is unknown, and once', async () => {
  const topics = recordTopics(test.deps.live);
  const send = (kraken: number, seconds: number) =>
    ingestStats(test.deps, {
      reports: [
        {
          ...reportOf('Ada', { Attack: 5 }, new Date(clock + seconds * 1000)),
          counts: { kraken },
        },
      ],
    });
  await send(1, 1);
  expect(topics.take()).toBe('admin hiscores');
  await send(2, 2);
  expect(topics.take()).toBe('');
});

it('pages are told no modes while the hiscores are off', async () => {
  await add('modes', ironman);
  const turn = (isOn: boolean) =>
    test.app.inject(json('PUT', '/api/admin/features/hiscores', { isOn }, admin));
  await turn(false);
  const site = await read('/api/site');
  await turn(true);
  expect(site).not.toHaveProperty('modes');
  expect(await read('/api/site')).toMatchObject({ modes: [ironman] });
});

async function findAudit(action: string) {
  return test.deps.db
    .selectFrom('audit_log')
    .select(['actor_name', 'subject', 'before', 'after'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

it('a mode is created, changed, moved and deleted, and each step is audited', async () => {
  const hardcore = { key: 'hardcore', name: 'Hardcore', icon: 'skull', colour: 'ember' };
  const third = { key: 'duo', name: 'Duo', icon: 'helm', colour: 'gold' };
  const [iron, hard, duo] = await add('modes', ironman, hardcore, third);
  const by = { actor_name: 'Keeper' };
  const created = { ...by, subject: String(duo), before: null, after: third };
  expect(await findAudit('hiscores/mode-created')).toEqual(created);
  await report('Ada', 900, { mode: 'ironman' });
  await report('Bob', 800, { mode: 'hardcore' });
  // Its own key and name do not count as taken.
  const changed = { ...ironman, name: 'IRONMAN', colour: 'gold' };
  expect((await write('PUT', `modes/${iron}`, changed)).json()).toEqual({
    ...changed,
    id: iron,
    players: 1,
  });
  expect(await findAudit('hiscores/mode-changed')).toEqual({
    ...by,
    subject: String(iron),
    before: { name: 'Ironman', colour: 'neutral' },
    after: { name: 'IRONMAN', colour: 'gold' },
  });
  // Lists that are not named keep their order, at the end.
  const moved = await write('PUT', 'modes/order', { ids: [duo] });
  expect(moved.json<{ modes: ManagedMode[] }>().modes.map(({ key }) => key)).toEqual([
    'duo',
    'ironman',
    'hardcore',
  ]);
  expect(await findAudit('hiscores/modes-reordered')).toEqual({
    ...by,
    subject: 'modes',
    before: ['ironman', 'hardcore', 'duo'],
    after: ['duo', 'ironman', 'hardcore'],
  });
  await sql`
    insert into hiscore_gains (days, mode, skill, player_id, gain)
    select 7, list.mode, 1, players.id, 5
    from players, (values (0), (${iron}::int), (${hard}::int)) as list(mode)
    where name = 'Ada'`.execute(test.deps.db);
  expect((await write('DELETE', `modes/${iron}`)).statusCode).toBe(204);
  expect((await write('DELETE', `modes/${iron}`)).statusCode).toBe(404);
  expect((await write('PUT', `modes/${iron}`, changed)).statusCode).toBe(404);
  expect(await readPlayer('ada')).not.toHaveProperty('mode');
  expect(await readPlayer('bob')).toMatchObject({ mode: 'hardcore', modeRank: 1 });
  expect(await listModes()).toEqual([
    { ...third, id: duo, players: 0 },
    { ...hardcore, id: hard, players: 1 },
  ]);
  const { rows } = await sql`select mode from hiscore_gains order by mode`.execute(test.deps.db);
  expect(rows).toEqual([{ mode: 0 }, { mode: hard }]);
  expect(await findAudit('hiscores/mode-deleted')).toEqual({
    ...by,
    subject: String(iron),
    before: { ...changed, id: iron, players: 1 },
    after: null,
  });
});

it('an event names the modes of its host and of those who come', async () => {
  await add('modes', ironman);
  await report('Keeper', 500, { mode: 'ironman' });
  const draft = {
    title: 'Feast',
    description: 'Come.',
    type: 'Bossing',
    dateTime: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const event = await test.app.inject(json('POST', '/api/events', draft, admin));
  expect(event.json()).toMatchObject({ creatorId: 'Keeper', modes: { Keeper: 'ironman' } });
});

it('a counter has a list from its minimum on, where the same count is the same rank', async () => {
  const [id] = await add('counters', zulrah, clues);
  await report('Ada', 100, { counters: { zulrah: 7, clues: 1 } });
  await report('Bob', 100, { counters: { zulrah: 9 } });
  await report('Cat', 100, { counters: { zulrah: 7 } });
  await report('Dan', 100, { counters: { zulrah: 4 } });
  await report('Eve', 100, { counters: { zulrah: 6 } });
  expect(await read('/api/hiscores/lists')).toEqual({
    groups: [
      {
        name: 'Bosses',
        counters: [{ key: 'zulrah', name: 'Zulrah', icon: 'serpent', minimum: 5 }],
      },
      {
        name: 'Other',
        counters: [{ key: 'clues', name: 'Clue Steps', icon: 'scroll', minimum: 1 }],
      },
    ],
  });
  const readRows = async () => {
    const { players } = await read<HiscoresPage>('/api/hiscores?skill=Zulrah');
    return players
      .map(({ rank, username, level, experience }) => [rank, username, level, experience])
      .toSorted((a, b) => a.join().localeCompare(b.join()));
  };
  const listed = [
    [1, 'Bob', null, 9],
    [2, 'Ada', null, 7],
    [2, 'Cat', null, 7],
    [4, 'Eve', null, 6],
  ];
  expect(await readRows()).toEqual(listed);
  expect((await readPlayer('cat')).counters).toEqual([
    { name: 'Zulrah', group: 'Bosses', score: 7, rank: 2 },
    { name: 'Clue Steps', group: 'Other', score: 0, rank: null },
  ]);
  expect((await readPlayer('dan')).counters?.[0]).toMatchObject({ score: 4, rank: null });
  const { points } = await read<{ points: object[] }>(
    '/api/hiscores/user/ada/history?skill=Zulrah',
  );
  expect(points).toMatchObject([{ level: null, experience: 7, rank: null }]);

  await write('PUT', `counters/${id}`, { ...zulrah, minimum: 4 });
  expect(await readRows()).toEqual([...listed, [5, 'Dan', null, 4]]);
  await write('PUT', `counters/${id}`, { ...zulrah, minimum: 7 });
  expect(await readRows()).toEqual(listed.slice(0, 3));
});

it('a count goes down only with a reset, and a wrong one rejects its row alone', async () => {
  await add('counters', zulrah);
  await report('Ada', 100, { counters: { zulrah: 7 } });
  expect(await report('Ada', 200, { counters: { zulrah: 6 } })).toMatchObject({
    status: 'accepted',
  });
  expect((await readPlayer('ada')).counters).toMatchObject([{ score: 7 }]);
  await report('Ada', 200, { counters: { zulrah: 6 }, reset: true });
  expect((await readPlayer('ada')).counters).toMatchObject([{ score: 6 }]);
  for (const count of [-1, 1.5, 2_000_000_001]) {
    expect(await report('Ada', 300, { counters: { zulrah: count } })).toMatchObject({
      status: 'rejected',
      reason: 'count-invalid',
    });
  }
  const many = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`boss_${at}`, 1]));
  const refused = await game.post('/hiscores', {
    players: [hiscoreRow('Ada', 300, { counters: many })],
  });
  expect(refused.statusCode).toBe(400);
});

it('a deleted counter takes its counts with it, also from the days', async () => {
  const [id] = await add('counters', zulrah);
  await report('Ada', 100, { counters: { zulrah: 7 } });
  const { db } = test.deps;
  await sql`
    with player as (select id from players), added as (
      insert into hiscore_records (player_id, days, skill, gain, day)
      select id, 7, ${id}::smallint, 7, current_date from player
    )
    insert into hiscore_gains (days, mode, skill, player_id, gain)
    select 7, 0, ${id}::smallint, id, 7 from player`.execute(db);
  await write('DELETE', `counters/${id}`);
  const { rows: left } = await sql`
    select skill from hiscore_records where skill = ${id}
    union all select skill from hiscore_gains where skill = ${id}
    union all select skill from milestones where skill = ${id}
    union all select skill from hiscores where skill = ${id}`.execute(db);
  expect(left).toEqual([]);
  await read('/api/hiscores?skill=Zulrah', 400);
  const [again] = await add('counters', { ...clues, name: 'Other Steps' });
  expect(again).toBe(id);
  expect((await readPlayer('ada')).counters).toMatchObject([{ score: 0, rank: null }]);
  const days = await test.deps.db.selectFrom('player_days').select('counts').execute();
  expect(days).toEqual([{ counts: [null] }]);
});

it('the next counter with the number of a deleted one has no milestones or season scores', async () => {
  const { db } = test.deps;
  const [id] = await add('counters', zulrah);
  await report('Ada', 100, { counters: { zulrah: 90 } });
  await report('Ada', 100, { counters: { zulrah: 120 } });
  await sql`
    with season as (
      insert into seasons (name, starts_at, ends_at)
      values ('Winter', now(), now() + interval '1 day') returning id
    ), begun as (
      insert into season_players (season_id, player_id, experience, counts, observed_at)
      select season.id, players.id, experience, counts, now() from season, players
    )
    insert into season_scores (season_id, skill, player_id, score, reached_at)
    select season.id, ${id}::smallint, players.id, 30, now() from season, players`.execute(db);
  const readMilestones = async () =>
    (await read<{ milestones: object[] }>('/api/hiscores/user/ada/milestones')).milestones;
  expect(await readMilestones()).toMatchObject([{ kind: 'count', skill: 'Zulrah', value: 100 }]);
  await write('DELETE', `counters/${id}`);
  expect(await add('counters', clues)).toEqual([id]);
  expect(await readMilestones()).toEqual([]);
  const scores = await db.selectFrom('season_scores').select('score').execute();
  const begun = await db.selectFrom('season_players').select('counts').execute();
  expect({ scores, begun }).toEqual({ scores: [], begun: [{ counts: [null] }] });
  await db.deleteFrom('seasons').execute();
});

it('a counter is changed and moved, audited, and leaves the others as they are', async () => {
  const [id, other] = await add('counters', zulrah, clues);
  await report('Ada', 100, { counters: { zulrah: 7, clues: 3 } });
  await report('Ada', 100, { counters: { vorkath: 4 } });
  const changed = { ...zulrah, key: 'vorkath', name: 'Vorkath', minimum: 7 };
  expect((await write('PUT', `counters/${id}`, changed)).json()).toEqual({
    ...changed,
    id,
    players: 1,
  });
  expect(await findAudit('hiscores/counter-changed')).toEqual({
    actor_name: 'Keeper',
    subject: String(id),
    before: { key: 'zulrah', name: 'Zulrah', minimum: 5 },
    after: { key: 'vorkath', name: 'Vorkath', minimum: 7 },
  });
  // The counter has the key now under which the game reported it.
  expect(await readUnknown()).toEqual([]);
  expect(await listCounters()).toEqual([
    { ...changed, id, players: 1 },
    { ...clues, id: other, players: 1 },
  ]);
  await write('PUT', 'counters/order', { ids: [other, id] });
  expect(await findAudit('hiscores/counters-reordered')).toEqual({
    actor_name: 'Keeper',
    subject: 'counters',
    before: ['vorkath', 'clues'],
    after: ['clues', 'vorkath'],
  });
  await write('DELETE', `counters/${id}`);
  expect((await readPlayer('ada')).counters).toEqual([
    { name: 'Clue Steps', group: 'Other', score: 3, rank: 1 },
  ]);
  expect((await read<HiscoresPage>('/api/hiscores?skill=Clue%20Steps')).total).toBe(1);
});

it('a dismissed report is audited once, and the others of its kind or key stay', async () => {
  await report('Ada', 100, { mode: 'vorkath', counters: { vorkath: 12, kraken: 3 } });
  const dismiss = () => write('DELETE', 'unknown/counter/vorkath');
  expect((await dismiss()).statusCode).toBe(204);
  expect(await readUnknown()).toMatchObject([
    { kind: 'counter', key: 'kraken' },
    { kind: 'mode', key: 'vorkath' },
  ]);
  expect((await dismiss()).statusCode).toBe(204);
  const { rows } = await sql`
    select subject from audit_log
    where action = 'hiscores/unknown-counter-dismissed' and subject = 'vorkath'`.execute(
    test.deps.db,
  );
  expect(rows).toHaveLength(1);
});

it('an unknown report is seen again with its latest count, a minute later at the earliest', async () => {
  const { db } = test.deps;
  await report('Ada', 100, { counters: { kraken: 3, hydra: 1 } });
  const other = await addTestServer(test);
  await db
    .updateTable('unknown_reports')
    .set({ first_seen: new Date(0), last_seen: new Date(Date.now() - 61_000) })
    .where('key', '=', 'kraken')
    .execute();
  const players = [hiscoreRow('Bob', 50, { counters: { kraken: 9, hydra: 9 } })];
  await other.post('/hiscores', { players });
  const rows = await db
    .selectFrom('unknown_reports')
    .select(['key', 'sample', 'game_server_id'])
    .select(sql<boolean>`last_seen > now() - interval '30 seconds'`.as('isSeen'))
    .select(sql<boolean>`first_seen = to_timestamp(0)`.as('isOld'))
    .orderBy('key')
    .execute();
  expect(rows).toEqual([
    { key: 'hydra', sample: 1, game_server_id: game.id, isSeen: true, isOld: false },
    { key: 'kraken', sample: 9, game_server_id: other.id, isSeen: true, isOld: true },
  ]);
});

it('there are at most 20 modes, and their keys and names are short', async () => {
  const [id] = await add('modes', ironman);
  const wrong = [
    { key: 'x'.repeat(41) },
    { key: 'Iron Man' },
    { name: 'x'.repeat(31) },
    { name: 'Iron, man' },
    { icon: 'boot' },
    { colour: 'pink' },
  ];
  for (const change of wrong) {
    const answer = await write('POST', 'modes', { ...ironman, ...change });
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual(Object.keys(change));
  }
  for (const change of [
    { minimum: 0 },
    { minimum: 1.5 },
    { minimum: 2_000_000_001 },
    { key: 'Zul rah' },
    { name: 'x'.repeat(31) },
    { name: 'Zul, rah' },
    { group: ' ' },
    { group: 'x'.repeat(31) },
    { group: 'Big "bosses"' },
    { icon: 'boot' },
  ]) {
    const answer = await write('POST', 'counters', { ...zulrah, ...change });
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual(Object.keys(change));
  }
  await add('counters', {
    ...zulrah,
    name: 'n'.repeat(30),
    group: 'g'.repeat(30),
    minimum: 2_000_000_000,
  });
  await sql`
    insert into game_modes (id, key, name, icon, colour, position)
    select n, 'mode_' || n, 'Mode ' || n, 'helm', 'gold', n from generate_series(2, 19) as n`.execute(
    test.deps.db,
  );
  const longest = { ...ironman, key: 'k'.repeat(40), name: 'n'.repeat(30) };
  await add('modes', longest);
  const refused = await write('POST', 'modes', { ...ironman, key: 'more', name: 'More' });
  expect(refused.json()).toMatchObject({ error: 'There can be at most 20 game modes.' });
  const renamed = await write('PUT', `modes/${id}`, { ...ironman, name: 'Iron' });
  expect(renamed.statusCode, renamed.body).toBe(200);
});

it('there are at most 224 counters', async () => {
  const { db } = test.deps;
  await sql`
    insert into counters (id, key, name, group_name, icon, minimum, position)
    select 31 + n, 'boss_' || n, 'Boss ' || n, 'Bosses', 'skull', 1, n
    from generate_series(1, 223) as n`.execute(db);
  const [last] = await add('counters', zulrah);
  expect(last).toBe(255);
  const refused = await write('POST', 'counters', clues);
  const changed = await write('PUT', `counters/${last}`, { ...zulrah, name: 'Serpent' });
  await db.deleteFrom('counters').execute();
  expect(refused.json()).toMatchObject({ error: 'There can be at most 224 counters.' });
  expect(changed.statusCode, changed.body).toBe(200);
});

it('counters of one group are together, whatever is between them', async () => {
  const vorkath = { ...zulrah, key: 'vorkath', name: 'Vorkath', minimum: 2 };
  await add('counters', zulrah, clues, vorkath);
  const { groups } = await read<{ groups: { name: string; counters: { key: string }[] }[] }>(
    '/api/hiscores/lists',
  );
  expect(groups.map(({ name, counters }) => [name, ...counters.map(({ key }) => key)])).toEqual([
    ['Bosses', 'zulrah', 'vorkath'],
    ['Other', 'clues'],
  ]);
});

it('names and keys are unique, also among the skills', async () => {
  await add('modes', ironman, { ...ironman, key: 'hardcore', name: 'Hardcore' });
  const [, second] = await add('counters', zulrah, clues);
  const refusals = [
    await write('POST', 'modes', { ...ironman, name: 'Other' }),
    await write('POST', 'modes', { ...ironman, key: 'other', name: 'IRONMAN' }),
    await write('POST', 'counters', { ...zulrah, name: 'Other' }),
    await write('POST', 'counters', { ...zulrah, key: 'other', name: 'attack' }),
    await write('POST', 'counters', { ...zulrah, key: 'other', name: 'Overall' }),
    await write('PUT', `counters/${second}`, { ...clues, name: 'zulrah' }),
  ];
  const fields = refusals.map((answer) => answer.json<{ fields: object }>().fields);
  expect(fields.map((field) => Object.keys(field))).toEqual([
    ['key'],
    ['name'],
    ['key'],
    ['name'],
    ['name'],
    ['name'],
  ]);
  await expect(
    addSkill(test.deps, commandLine, { name: 'ZULRAH', gameId: 40 }),
  ).rejects.toThrowError('there is already a counter named Zulrah');
});

it('what the site does not know is kept for the admin until it is added or dismissed', async () => {
  await report('Ada', 100, { mode: 'Group Ironman', counters: { Vorkath: 12, 'not a key!': 3 } });
  const seen = {
    gameServer: expect.stringContaining('World'),
    firstSeen: expect.any(String),
    lastSeen: expect.any(String),
  };
  expect(await readUnknown()).toEqual([
    { kind: 'counter', key: 'vorkath', sample: 12, ...seen },
    { kind: 'mode', key: 'group_ironman', sample: null, ...seen },
  ]);
  await add('counters', { ...zulrah, key: 'vorkath', name: 'Vorkath' });
  expect(await readUnknown()).toMatchObject([{ kind: 'mode' }]);
  expect((await write('DELETE', 'unknown/mode/group_ironman')).statusCode).toBe(204);
  expect(await readUnknown()).toEqual([]);
  const most = Array.from({ length: 250 }, (_, at) => [`boss_${at}`, 1]);
  await report('Ada', 200, { counters: Object.fromEntries(most) });
  await report('Ada', 300, { mode: 'one_more' });
  expect(await readUnknown()).toHaveLength(200);
});

it('the mode “normal” means no mode and is never unknown, unless the site has a mode with that key', async () => {
  await report('Ada', 100, { mode: 'Normal' });
  expect(await readUnknown()).toEqual([]);
  expect(await readPlayer('ada')).not.toHaveProperty('mode');
  await add('modes', { ...ironman, key: 'normal', name: 'Main' });
  await report('Ada', 100, { mode: 'Normal' });
  expect(await readPlayer('ada')).toMatchObject({ mode: 'normal' });
});

it('a game adds the counters that the site does not know, and renames none', async () => {
  const [id] = await add('counters', { ...zulrah, name: 'The Serpent' });
  const sent = [
    { key: 'zulrah', name: 'Zulrah', group: 'Bosses' },
    { key: 'vorkath', name: 'Vorkath', group: 'Dragons' },
    { key: 'mining', name: 'Mining', group: 'Skills' },
  ];
  const answer = await game.put('/counters', { counters: sent });
  expect(answer.json()).toEqual({
    counters: [{ key: 'zulrah', name: 'The Serpent', group: 'Bosses' }, sent[1]],
  });
  expect(await listCounters()).toEqual([
    { ...zulrah, id, name: 'The Serpent', players: 0 },
    { ...sent[1], id: id! + 1, icon: 'star', minimum: 1, players: 0 },
  ]);
  const entries = await test.deps.db
    .selectFrom('audit_log')
    .select(['action', 'subject', 'after'])
    .where('actor_name', 'like', 'the game server%')
    .where('action', 'like', 'hiscores/counter%')
    .execute();
  expect(entries).toEqual([
    {
      action: 'hiscores/counter-created',
      subject: String(id! + 1),
      after: { ...sent[1], icon: 'star', minimum: 1 },
    },
  ]);
});

it('existing tools read the counters after the skills, in the order of the owner', async () => {
  await add('modes', { ...ironman, key: 'ultimate_ironman' });
  const ids = await add('counters', zulrah, clues);
  await report('Ada', 100, { mode: 'ultimate_ironman', counters: { zulrah: 7, clues: 2 } });
  await report('Bob', 100, { counters: { zulrah: 9, clues: 3 } });
  const reordered = await write('PUT', 'counters/order', { ids: ids.toReversed() });
  expect(reordered.json()).toMatchObject({ counters: [{ key: 'clues' }, { key: 'zulrah' }] });
  const lite = '/m=hiscore_oldschool/index_lite';
  expect(await read<object>(`${lite}.json?player=ada`)).toMatchObject({
    activities: [
      { id: 0, name: 'Clue Steps', rank: 2, score: 2 },
      { id: 1, name: 'Zulrah', rank: 2, score: 7 },
    ],
  });
  const { body: text } = await test.app.inject({ url: `${lite}.ws?player=ada` });
  const lines = text.trimEnd().split('\n');
  // Overall and 24 skills, then as many activities as osrs-json-hiscores reads.
  expect(lines).toHaveLength(25 + 88);
  expect(lines.slice(25, 28)).toEqual(['2,2', '2,7', '-1,-1']);

  const ofMode = '/m=hiscore_oldschool_ultimate';
  expect(await read<object>(`${ofMode}/index_lite.json?player=ada`)).toMatchObject({
    activities: [{ rank: 1 }, { rank: 1 }],
  });
  const { body: modeText } = await test.app.inject({ url: `${ofMode}/index_lite.ws?player=ada` });
  expect(modeText.split('\n')[25]).toBe('1,2');
  await read(`${ofMode}/index_lite.json?player=bob`, 404);
  await read('/m=hiscore_oldschool_deadman/index_lite.json?player=ada', 404);

  const overall = 'overall.ws?category_type=1&table=1';
  const cellsOf = async (url: string) => {
    const { body } = await test.app.inject({ url });
    return [...body.matchAll(/<td[^>]*>\n(?:<a[^>]*>)?(?:<span[^>]*>)?([^<\n]*)/g)].map(
      ([, cell]) => cell,
    );
  };
  expect(await cellsOf(`/m=hiscore_oldschool/${overall}`)).toEqual([
    '1',
    'Bob',
    '9',
    '2',
    'Ada',
    '7',
  ]);
  expect(await cellsOf(`${ofMode}/${overall}&user=ada`)).toEqual(['1', 'Ada', '7']);
});

it('overall.ws of a mode finds a player by the place among those of the mode', async () => {
  await add('modes', { ...ironman, key: 'ultimate_ironman' });
  const observedAt = new Date().toISOString();
  const others = Array.from({ length: 25 }, (_, at) => hiscoreRow(`Main ${at}`, 9_000));
  const ada = hiscoreRow('Ada', 5_000, { mode: 'ultimate_ironman' });
  await game.post('/hiscores', {
    players: [...others, ada].map((row) => ({ ...row, observedAt })),
  });
  expect(await readPlayer('ada')).toMatchObject({ rank: 26, modeRank: 1 });
  const url = '/m=hiscore_oldschool_ultimate/overall.ws?table=0&user=ada';
  const { body } = await test.app.inject({ url });
  expect(body).toContain('<span style="color:#AA0022;" hidden>Ada</span>');
  // That address is only beside the list of all players.
  expect(body).toContain('href="/m=hiscore_oldschool/hiscorepersonal?user1=Ada"');
});

it('existing tools name a mode as the original game does, whatever its key ends in', async () => {
  await add('modes', { ...ironman, key: 'hardcore-ironman', name: 'Hardcore' }, ironman);
  await report('Ada', 100, { mode: 'hardcore-ironman' });
  await report('Bob', 100, { mode: 'ironman' });
  const statuses = async (mode: string) => {
    const path = `/m=hiscore_oldschool_${mode}/index_lite.json?player=`;
    const answers = ['ada', 'bob'].map((name) => test.app.inject({ url: path + name }));
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  };
  expect(await statuses('hardcore_ironman')).toEqual([200, 404]);
  expect(await statuses('hardcore')).toEqual([200, 404]);
  expect(await statuses('ironman')).toEqual([404, 200]);
});

it('existing tools get no count of a player below the minimum', async () => {
  await add('counters', zulrah);
  await report('Ada', 100, { counters: { zulrah: 4 } });
  const lite = '/m=hiscore_oldschool/index_lite';
  expect(await read<object>(`${lite}.json?player=ada`)).toMatchObject({
    activities: [{ id: 0, name: 'Zulrah', rank: -1, score: -1 }],
  });
});

it('overall.ws finds the page of a player among many with the same count', async () => {
  await add('counters', clues);
  const names = Array.from({ length: 60 }, (_, at) => `Soldier ${at}`);
  const observedAt = new Date().toISOString();
  await game.post('/hiscores', {
    players: names.map((name) => hiscoreRow(name, 10, { observedAt, counters: { clues: 3 } })),
  });
  for (const name of names) {
    const url = `/m=hiscore_oldschool/overall.ws?category_type=1&table=0&user=${encodeURIComponent(name)}`;
    const { body } = await test.app.inject({ url });
    expect(body).toContain(`<span style="color:#AA0022;" hidden>${name}</span>`);
  }
  const middle = '/m=hiscore_oldschool/overall.ws?category_type=1&table=0&page=2';
  const { body } = await test.app.inject({ url: middle });
  expect([...body.matchAll(/href="(overall[^"]*)"/g)].map(([, link]) => link)).toEqual(
    [1, 3].map((page) => `overall.ws?table=0&amp;category_type=1&amp;page=${page}`),
  );
  expect((await read<HiscoresPage>('/api/hiscores?skill=Clue%20Steps&page=3')).players).toEqual(
    Array.from({ length: 10 }, () => expect.objectContaining({ rank: 1, experience: 3 })),
  );
});
