import { afterAll, beforeAll, expect, test } from 'vitest';

import { addTestServer, heartbeat, hiscoreRow } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { EditedAppearance } from '#shared/endpoints/appearance.ts';
import type { OnlinePlayers, ServerClock } from '#shared/endpoints/game-servers.ts';

import { removeServer } from './servers.service.ts';

let site: TestApp;
let world: TestServer;
let ada: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  world = await addTestServer(site);
  ada = await site.addPlayer('Ada Lace');
});
afterAll(() => site.close());

async function report(players: string[], from = world) {
  const body = heartbeat({ online: players.length, players });
  const answer = await from.post('/heartbeat', body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
}

async function listOnline(): Promise<OnlinePlayers> {
  return (await site.app.inject('/api/server/players')).json<OnlinePlayers>();
}

function show(isShownOnline: boolean, player = ada) {
  return site.app.inject(json('PATCH', '/api/account/visibility', { isShownOnline }, player));
}

test('players online are named once, as the site spells them, in the order of the game', async () => {
  const second = await addTestServer(site);
  await report(['Zed', 'ada_lace']);
  await report(['Bram', 'Ada Lace'], second);
  expect(await listOnline()).toEqual({ players: ['Zed', 'Ada Lace', 'Bram'], more: 0 });
  await report([], second);
});

test('another player at the same number is noticed', async () => {
  await report(['Zed']);
  expect((await listOnline()).players).toEqual(['Zed']);
  await report(['Yan']);
  expect((await listOnline()).players).toEqual(['Yan']);
});

test('a player who hides is not named, and can be seen again', async () => {
  await report(['Yan', 'ada lace']);
  expect((await show(false)).json()).toEqual({ isShownOnline: false });
  await show(false);
  expect(await listOnline()).toEqual({ players: ['Yan'], more: 0 });
  const { cookie } = ada;
  const read = await site.app.inject({ url: '/api/account/visibility', headers: { cookie } });
  expect(read.json()).toEqual({ isShownOnline: false });
  await show(true);
  expect(await listOnline()).toEqual({ players: ['Yan', 'Ada Lace'], more: 0 });
});

test('a player whom the hiscores do not list is not named', async () => {
  await report(['Yan', 'Quiet One']);
  await world.post('/hiscores', { players: [hiscoreRow('Quiet One', 10)] });
  await site.deps.db
    .updateTable('players')
    .set({ is_listed: false })
    .where('name_key', '=', 'quiet one')
    .execute();
  await site.deps.live.publish(site.deps.db, { topic: 'server' });
  expect((await listOnline()).players).toEqual(['Yan']);
});

test('a player whose account is closing, or whose world was removed, is not named', async () => {
  const leaving = await site.addPlayer('Leaving Lou');
  const gone = await addTestServer(site);
  await report(['Yan', 'Leaving Lou']);
  await report(['Drifter'], gone);
  expect((await listOnline()).players).toEqual(['Yan', 'Leaving Lou', 'Drifter']);
  await site.deps.db
    .updateTable('accounts')
    .set({ delete_after: new Date(), closing_at: new Date() })
    .where('id', '=', leaving.id)
    .execute();
  await removeServer(site.deps, commandLine, gone.id);
  expect(await listOnline()).toEqual({ players: ['Yan'], more: 0 });
});

test('hiding changes no other player', async () => {
  const other = await site.addPlayer('Hidden Hal');
  await show(false, other);
  await show(false);
  await show(true);
  await report(['Hidden Hal', 'Ada Lace']);
  expect(await listOnline()).toEqual({ players: ['Ada Lace'], more: 0 });
});

test('at most 60 are named and the others counted', async () => {
  await report(Array.from({ length: 67 }, (_, at) => `Crowd ${at}`));
  const { players, more } = await listOnline();
  expect([players.length, players[59], more]).toEqual([60, 'Crowd 59', 7]);
});

test('nobody is named while the game is offline', async () => {
  await world.post('/heartbeat', heartbeat({ state: 'offline' }));
  expect(await listOnline()).toEqual({ players: [], more: 0 });
});

test('nobody is named on a site without the living castle', async () => {
  await report(['Yan']);
  const admin = await site.addPlayer('Painter', 3);
  const url = '/api/admin/appearance';
  async function publish(change: (edited: EditedAppearance['appearance']) => object) {
    const now = await site.app.inject({ url, headers: { cookie: admin.cookie } });
    const { appearance, version } = now.json<EditedAppearance>();
    const body = { appearance: { ...appearance, ...change(appearance) }, version };
    expect((await site.app.inject(json('PUT', url, body, admin))).statusCode).toBe(200);
    return (await site.app.inject('/api/site')).json<{ brand: { livingCastle: boolean } }>().brand;
  }
  expect((await publish(() => ({ livingCastle: false }))).livingCastle).toBe(false);
  expect((await listOnline()).players).toEqual([]);
  await publish(() => ({ livingCastle: true }));
  expect((await listOnline()).players).toEqual(['Yan']);
  const picture = { kind: 'scene', scene: 'hearth' };
  const brand = await publish(({ hero }) => ({ hero: { ...hero, picture } }));
  expect(brand.livingCastle).toBe(false);
  expect((await listOnline()).players).toEqual([]);
});

test('the clock tells the server’s time', async () => {
  const before = Date.now();
  const { now, utcOffset } = (await site.app.inject('/api/server/clock')).json<ServerClock>();
  expect(Date.parse(now)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(now)).toBeLessThanOrEqual(Date.now());
  expect(utcOffset).toBe(-new Date().getTimezoneOffset());
});
