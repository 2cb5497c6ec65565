import { afterAll, beforeAll, expect, it } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { maxFollowed } from '#shared/rules/hiscores.ts';

import { ingestStats } from './ingest.service.ts';
import { addCounter, addMode, reportOf } from './testing/hiscores.ts';

let test: TestApp;
let amy: TestPlayer;
let bob: TestPlayer;

beforeAll(async () => {
  test = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  amy = await test.addPlayer('Amy');
  bob = await test.addPlayer('Bob');
  const reports = Array.from({ length: maxFollowed + 2 }, (_, at) =>
    reportOf(`Soldier ${at + 1}`, {
      Attack: (300 - at) * 1000,
      ...(at > 0 && { Mining: 5000 + at }),
    }),
  );
  await ingestStats(test.deps, { reports });
});
afterAll(() => test.close());

async function send(method: 'PUT' | 'DELETE', name: string, player = amy) {
  const url = `/api/account/followed/${encodeURIComponent(name)}`;
  const answer = await test.app.inject(json(method, url, undefined, player));
  return { status: answer.statusCode, ...(answer.body && answer.json<{ code?: string }>()) };
}

async function read<T>(url: string, player = amy): Promise<T> {
  const answer = await test.app.inject({ url, headers: { cookie: player.cookie } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

const listNames = async (player = amy) =>
  (await read<{ usernames: string[] }>('/api/account/followed', player)).usernames;

it('follows players once, in any spelling, for each account apart', async () => {
  for (const name of ['Soldier 3', 'SOLDIER_3', 'soldier 1']) {
    expect(await send('PUT', name)).toEqual({ status: 204 });
  }
  expect(await listNames()).toEqual(['Soldier 1', 'Soldier 3']);
  expect(await listNames(bob)).toEqual([]);
  expect(await send('PUT', 'Nobody')).toMatchObject({ status: 404, code: 'hiscores/no-data' });
});

it('shows them in a list with their ranks, without those who are not in it', async () => {
  const { players } = await read<{ players: object[] }>('/api/hiscores/followed?skill=Mining');
  expect(players).toEqual([
    {
      rank: maxFollowed,
      username: 'Soldier 3',
      level: 20,
      experience: 5002,
      user_rights: 0,
      totalLevel: 108,
      totalExp: 304_156,
    },
  ]);
  const overall = await read<{ players: { rank: number }[] }>('/api/hiscores/followed');
  expect(overall.players).toHaveLength(2);
  const unknown = await test.app.inject({
    url: '/api/hiscores/followed?skill=Sailing',
    headers: { cookie: amy.cookie },
  });
  expect(unknown.statusCode).toBe(400);
});

it('ranks those of a mode among its players', async () => {
  const { deps } = test;
  await addMode(deps, 'ironman');
  const later = new Date(Date.now() + 1000);
  const reports = ['Soldier 2', 'Soldier 3'].map((name, at) => ({
    ...reportOf(name, { Attack: (299 - at) * 1000, Mining: 5001 + at }, later),
    mode: 'ironman',
  }));
  await ingestStats(deps, { reports });
  const readRanks = async (query: string) => {
    const { players } = await read<{ players: { rank: number; username: string }[] }>(
      `/api/hiscores/followed?${query}`,
    );
    return players.map(({ rank, username }) => `${rank} ${username}`);
  };
  expect(await readRanks('skill=Attack')).toEqual(['1 Soldier 1', '3 Soldier 3']);
  expect(await readRanks('skill=Attack&mode=ironman')).toEqual(['2 Soldier 3']);
  const { players } = await read<{ players: object[] }>('/api/hiscores/followed?skill=Attack');
  expect(players).toMatchObject([{ username: 'Soldier 1' }, { mode: 'ironman', user_rights: 0 }]);
  expect(players[0]).not.toHaveProperty('mode');
});

it('shows the counts of a counter, without a level', async () => {
  const { deps } = test;
  const dan = await test.addPlayer('Dan');
  await addCounter(deps, 'zulrah');
  await addCounter(deps, 'vorkath');
  const later = new Date(Date.now() + 2000);
  const reports = ['Soldier 5', 'Soldier 6', 'Soldier 7'].map((name, at) => ({
    ...reportOf(name, { Attack: 300_000, Mining: 5009 }, later),
    counts: { zulrah: 40 - at, vorkath: 7 + at },
  }));
  await ingestStats(deps, { reports });
  for (const name of ['Soldier 6', 'Soldier 7', 'Soldier 8']) await send('PUT', name, dan);
  const url = '/api/hiscores/followed?skill=Vorkath';
  const { players } = await read<{ players: object[] }>(url, dan);
  expect(players).toMatchObject([
    { rank: 1, username: 'Soldier 7', level: null, experience: 9 },
    { rank: 2, username: 'Soldier 6', level: null, experience: 8 },
  ]);
});

it('lists the best first, not by name', async () => {
  const cid = await test.addPlayer('Cid');
  for (const name of ['Soldier 10', 'Soldier 4']) await send('PUT', name, cid);
  const { players } = await read<{ players: object[] }>('/api/hiscores/followed', cid);
  expect(players).toMatchObject([{ username: 'Soldier 4' }, { username: 'Soldier 10' }]);
  expect(await listNames(cid)).toEqual(['Soldier 10', 'Soldier 4']);
});

it('no longer follows a player, also one that was not followed, for one account', async () => {
  await send('PUT', 'soldier 3', bob);
  expect(await send('DELETE', 'soldier 3')).toEqual({ status: 204 });
  expect(await send('DELETE', 'soldier 3')).toEqual({ status: 204 });
  expect(await listNames()).toEqual(['Soldier 1']);
  expect(await listNames(bob)).toEqual(['Soldier 3']);
  expect(await send('DELETE', 'soldier 3', bob)).toEqual({ status: 204 });
});

it('lets requests at once not pass the limit, and accepts a followed player again', async () => {
  const last = [maxFollowed, maxFollowed + 1].map((number) => `Soldier ${number}`);
  await test.deps.db
    .insertInto('followed_players')
    .columns(['account_id', 'player_id'])
    .expression((eb) =>
      eb
        .selectFrom('players')
        .select((one) => [one.val(bob.id).as('account_id'), 'id as player_id'])
        .where('name', 'not in', last)
        .limit(maxFollowed - 1),
    )
    .execute();
  const answers = await Promise.all(last.map((name) => send('PUT', name, bob)));
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '409']);
  expect(await listNames(bob)).toHaveLength(maxFollowed);
  expect(await send('PUT', 'Soldier 1', bob)).toEqual({ status: 204 });
});

it('forgets players who are removed from the hiscores', async () => {
  await test.deps.db.deleteFrom('players').where('name_key', '=', 'soldier 1').execute();
  expect(await listNames()).toEqual([]);
});
