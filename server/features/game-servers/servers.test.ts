import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  addTestServer,
  heartbeat,
  createBridgeClient,
} from '#server/features/bridge/testing/bridge.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { GameServer } from '#shared/endpoints/game-servers.ts';

import { rollUpSamples } from './samples.db.ts';

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('World Owner', 3);
});
afterAll(() => site.close());

function sendAsAdmin(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) {
  return site.app.inject(json(method, `/api/admin/servers${path}`, body, admin));
}

async function listServers(): Promise<GameServer[]> {
  const answer = await site.app.inject({
    url: '/api/admin/servers',
    headers: { cookie: admin.cookie },
  });
  return answer.json<GameServer[]>();
}

async function createServer(name: string): Promise<number> {
  return (await sendAsAdmin('POST', '', { name })).json<{ id: number }>().id;
}

async function createToken(id: number, body: object = { scopes: ['heartbeat'] }) {
  return (await sendAsAdmin('POST', `/${id}/tokens`, body)).json<{ id: number; token: string }>();
}

test('an admin adds a server and a token, which is shown once and stored hashed', async () => {
  const id = await createServer('World One');
  const created = await createToken(id, {
    scopes: ['heartbeat', 'commands'],
    addresses: ['10.0.0.0/8'],
  });
  expect(created.token).toMatch(new RegExp(`^gb_${id}_[\\w-]{43}$`));
  const server = (await listServers()).find((one) => one.id === id);
  expect(server?.tokens).toMatchObject([
    {
      id: created.id,
      scopes: ['heartbeat', 'commands'],
      addresses: ['10.0.0.0/8'],
      lastSeenAt: null,
    },
  ]);
  const everything = JSON.stringify(
    await site.deps.db.selectFrom('game_tokens').selectAll().execute(),
  );
  expect(everything).not.toContain(created.token.slice(-30));
  const audited = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('subject', '=', String(id))
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual(['servers/created', 'servers/token-created']);
  expect(JSON.stringify(audited)).not.toContain(created.token.slice(-30));
});

test('two tokens are live during a rotation, never three', async () => {
  const id = await createServer('Rotating');
  const old = await createToken(id);
  const rotated = await sendAsAdmin('POST', `/${id}/tokens/${old.id}/rotate`);
  const next = rotated.json<{ id: number; token: string }>();
  for (const { token } of [old, next]) {
    const server = createBridgeClient(site.app, token);
    expect((await server.post('/heartbeat', heartbeat({ state: 'offline' }))).statusCode).toBe(200);
    expect((await server.get('/contracts')).json()).toMatchObject({ code: 'bridge/scope-missing' });
  }
  const third = await sendAsAdmin('POST', `/${id}/tokens`, { scopes: ['heartbeat'] });
  expect(third.statusCode).toBe(409);
  expect(third.json()).toMatchObject({ code: 'bridge/too-many-tokens' });
  expect((await sendAsAdmin('DELETE', `/${id}/tokens/${old.id}`)).statusCode).toBe(204);
  expect((await sendAsAdmin('DELETE', `/${id}/tokens/${old.id}`)).statusCode).toBe(404);
  expect((await createToken(id)).token).toBeDefined();
});

test('a rotated token has the rights of the old one, and a secret of its own', async () => {
  const id = await createServer('Same Rights');
  const rights = { scopes: ['heartbeat', 'deliveries'], addresses: ['10.0.0.0/8', '127.0.0.1'] };
  const old = await createToken(id, rights);
  const next = (await sendAsAdmin('POST', `/${id}/tokens/${old.id}/rotate`)).json<typeof old>();
  const rows = await site.deps.db
    .selectFrom('game_tokens')
    .selectAll()
    .where('server_id', '=', id)
    .orderBy('id')
    .execute();
  const [before, after] = rows;
  expect(after).toEqual({
    ...before,
    id: next.id,
    slot: 2,
    secret_hash: expect.any(Buffer) as Buffer,
    hint: next.token.slice(-4),
    created_at: expect.any(Date) as Date,
  });
  expect(after).toMatchObject({ ...rights, created_by: 'World Owner', revoked_at: null });
  expect(after?.secret_hash).not.toEqual(before?.secret_hash);
});

test('a server name is unique among the servers that are not removed', async () => {
  const id = await createServer('Same Name');
  expect((await sendAsAdmin('POST', '', { name: 'same name' })).statusCode).toBe(409);
  const other = await createServer('Other Name');
  expect((await sendAsAdmin('PATCH', `/${other}`, { name: 'SAME NAME' })).statusCode).toBe(409);
  expect((await sendAsAdmin('PATCH', `/${other}`, { name: 'Third Name' })).statusCode).toBe(204);
  // Letters that JavaScript makes small and the database may not.
  await sendAsAdmin('POST', '', { name: 'ŻÓŁĆ' });
  const taken = await sendAsAdmin('PATCH', `/${other}`, { name: 'ŻÓŁĆ' });
  expect(taken.statusCode, taken.body).toBe(409);
  await sendAsAdmin('DELETE', `/${id}`);
  expect((await listServers()).some((one) => one.id === id)).toBe(false);
  expect((await sendAsAdmin('POST', '', { name: 'Same Name' })).statusCode).toBe(200);
});

test('removing a server revokes its tokens and expires its commands, but not those of others', async () => {
  const [id, other] = [await createServer('Sinking'), await createServer('Floating')];
  const { token } = await createToken(id);
  const order = { type: 'broadcast', args: { message: 'Abandon ship' } };
  for (const serverId of [id, other]) {
    const sent = json('POST', '/api/admin/commands', { ...order, serverId }, admin);
    expect((await site.app.inject(sent)).statusCode).toBe(200);
  }
  expect((await sendAsAdmin('DELETE', `/${id}`)).statusCode).toBe(204);
  const refused = await createBridgeClient(site.app, token).post('/heartbeat', heartbeat());
  expect(refused.json()).toMatchObject({ code: 'bridge/token-revoked' });
  const commands = await site.deps.db
    .selectFrom('game_commands')
    .select(['server_id', 'state', 'detail'])
    .where('server_id', 'in', [id, other])
    .orderBy('server_id')
    .execute();
  expect(commands).toEqual([
    { server_id: id, state: 'expired', detail: 'The game server was removed.' },
    { server_id: other, state: 'waiting', detail: null },
  ]);
});

test('a heartbeat tells the store what the game can deliver, once', async () => {
  const { token } = await createToken(await createServer('Deliverer'));
  const beat = (change: Record<string, unknown> = {}) =>
    createBridgeClient(site.app, token).post('/heartbeat', heartbeat(change));
  await beat();
  const topics = recordTopics(site.deps.live);
  const kinds = { deliveryKinds: ['rank', 'item'] };
  const sent: string[] = [];
  for (const change of [{}, kinds, { deliveryKinds: ['item', 'rank'] }, {}]) {
    expect((await beat(change)).statusCode).toBe(200);
    sent.push(topics.take());
  }
  expect(sent).toEqual(['', 'shop', '', 'shop']);
});

test('scopes and addresses are checked', async () => {
  const id = await createServer('Checked');
  const invalid = [
    { scopes: [] },
    { scopes: ['everything'] },
    { scopes: ['heartbeat'], addresses: ['somewhere'] },
    { scopes: ['heartbeat'], addresses: ['10.0.0.0/33'] },
    { scopes: ['heartbeat'], addresses: ['999.0.0.1'] },
    { scopes: ['heartbeat'], addresses: ['::::'] },
    // Once took a minute to match and blocked the whole process.
    { scopes: ['heartbeat'], addresses: [`${':'.repeat(100_000)}x`] },
  ];
  for (const body of invalid) {
    expect(
      (await sendAsAdmin('POST', `/${id}/tokens`, body)).statusCode,
      JSON.stringify(body),
    ).toBe(400);
  }
  expect((await sendAsAdmin('POST', '/999999/tokens', { scopes: ['heartbeat'] })).statusCode).toBe(
    404,
  );
});

test('only admins see servers, commands, contracts and settings', async () => {
  const staff = await site.addPlayer('Mere Staff', 2);
  for (const [method, url] of [
    ['GET', '/api/admin/servers'],
    ['GET', '/api/admin/servers/history'],
    ['GET', '/api/admin/commands'],
    ['GET', '/api/admin/contracts'],
    ['GET', '/api/admin/contracts/export.json'],
    ['GET', '/api/admin/settings'],
  ] as const) {
    const answer = await site.app.inject({ method, url, headers: { cookie: staff.cookie } });
    expect(answer.statusCode, url).toBe(403);
    expect((await site.app.inject({ method, url })).statusCode, url).toBe(401);
  }
});

test('the list of servers has the players online and the start time', async () => {
  const server = await addTestServer(site);
  await server.post('/heartbeat', heartbeat({ players: ['Ada', 'Bram'], uptime: 3_600 }));
  const shown = (await listServers()).find((one) => one.id === server.id);
  expect(shown).toMatchObject({
    isOnline: true,
    state: 'running',
    online: 2,
    max: 2000,
    players: ['Ada', 'Bram'],
    version: 'test 1',
  });
  const hours = (Date.now() - new Date(shown?.startedAt ?? 0).getTime()) / 3_600_000;
  expect(Math.round(hours)).toBe(1);
});

test('the online history has the peak per step, summed over servers, before and after a rollup', async () => {
  const own = await openTestApp();
  try {
    const owner = await own.addPlayer('World Owner', 3);
    const [one, two] = [await addTestServer(own), await addTestServer(own)];
    const base = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3 * 86_400_000;
    const sample = (server_id: number, minute: number, peak: number) => ({
      server_id,
      at: new Date(base + minute * 60_000),
      seconds: 60,
      peak,
      total: peak * 4,
      samples: 4,
    });
    await own.deps.db
      .insertInto('online_samples')
      .values([sample(one.id, 0, 10), sample(one.id, 1, 30), sample(two.id, 1, 5)])
      .execute();
    const read = async () =>
      (
        await own.app.inject({
          url: '/api/admin/servers/history?range=week',
          headers: { cookie: owner.cookie },
        })
      ).json<{ points: { at: number; online: number }[]; peak: number }>();
    const before = await read();
    expect(before.points[0]).toEqual({ at: base / 1000, online: 35 });
    expect(before.points.slice(1).every(({ online }) => online === 0)).toBe(true);
    expect(before.peak).toBe(35);

    await rollUpSamples(own.deps.db, { from: 60, to: 900, after: '2 days' });
    const rows = await own.deps.db
      .selectFrom('online_samples')
      .select(['server_id', 'seconds', 'peak', 'total', 'samples'])
      .orderBy('server_id')
      .execute();
    expect(rows).toEqual([
      { server_id: one.id, seconds: 900, peak: 30, total: 160, samples: 8 },
      { server_id: two.id, seconds: 900, peak: 5, total: 20, samples: 4 },
    ]);
    expect((await read()).points[0]).toEqual(before.points[0]);
  } finally {
    await own.close();
  }
});
