import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  addTestServer,
  heartbeat,
  createBridgeClient,
} from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { addHolder } from '#server/features/inbox/testing/inbox.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { Deliverer, GameItem, GameServer } from '#shared/endpoints/game-servers.ts';

import { markSilentServersOffline } from './heartbeat.service.ts';
import { deleteOldSamples, rollUpSamples } from './samples.db.ts';
import { removeServer } from './servers.service.ts';
import { revokeToken } from './tokens.service.ts';

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
  expect(server).toEqual({
    id,
    name: 'World One',
    isOnline: false,
    state: 'offline',
    online: 0,
    max: 0,
    players: [],
    version: null,
    startedAt: null,
    heartbeatAt: null,
    commandsWaiting: 0,
    itemCount: null,
    rejectedSaves: 0,
    countsForHiscores: true,
    tokens: [
      {
        id: created.id,
        hint: created.token.slice(-4),
        scopes: ['heartbeat', 'commands'],
        addresses: ['10.0.0.0/8'],
        createdAt: expect.any(String),
        createdBy: 'World Owner',
        lastSeenAt: null,
        lastSeenIp: null,
      },
    ],
  });
  const helper = await addHolder(site, 'World Helper', ['server']);
  const { cookie } = helper;
  const seen = await site.app.inject({ url: '/api/admin/servers', headers: { cookie } });
  expect(seen.json<GameServer[]>().find((one) => one.id === id)).toEqual({ ...server, tokens: [] });
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
  expect(audited).toEqual([
    { action: 'servers/created', after: { name: 'World One' } },
    {
      action: 'servers/token-created',
      after: {
        tokenId: created.id,
        scopes: ['heartbeat', 'commands'],
        addresses: ['10.0.0.0/8'],
      },
    },
  ]);
  expect(JSON.stringify(audited)).not.toContain(created.token.slice(-30));
});

test('changes of a server are audited and leave other servers and their tokens as they are', async () => {
  const [id, other] = [await createServer('Changing'), await createServer('Unchanged')];
  const [token, foreign] = [await createToken(id), await createToken(other)];
  const findOther = async () => (await listServers()).find((one) => one.id === other);
  const before = await findOther();
  expect((await sendAsAdmin('PATCH', `/${id}`, { name: 'Changed' })).statusCode).toBe(204);
  expect((await sendAsAdmin('PATCH', `/${id}/hiscores`, { counts: false })).statusCode).toBe(204);
  expect((await listServers()).find((one) => one.id === id)).toMatchObject({
    name: 'Changed',
    countsForHiscores: false,
  });
  for (const [method, path] of [
    ['DELETE', `/${id}/tokens/${foreign.id}`],
    ['POST', `/${id}/tokens/${foreign.id}/rotate`],
  ] as const) {
    const refused = await sendAsAdmin(method, path);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      404,
      { code: 'bridge/token-not-found' },
    ]);
  }
  const next = (await sendAsAdmin('POST', `/${id}/tokens/${token.id}/rotate`)).json<typeof token>();
  expect((await sendAsAdmin('DELETE', `/${id}/tokens/${token.id}`)).statusCode).toBe(204);
  expect((await sendAsAdmin('POST', `/${id}/tokens/${token.id}/rotate`)).statusCode).toBe(404);
  expect((await listServers()).find((one) => one.id === id)?.tokens).toMatchObject([
    { id: next.id },
  ]);
  expect((await sendAsAdmin('DELETE', `/${id}`)).statusCode).toBe(204);
  for (const [method, path, body] of [
    ['DELETE', '', undefined],
    ['PATCH', '', { name: 'Back' }],
    ['PATCH', '/hiscores', { counts: true }],
    ['POST', '/tokens', { scopes: ['heartbeat'] }],
    ['POST', `/tokens/${next.id}/rotate`, undefined],
  ] as const) {
    const gone = await sendAsAdmin(method, `/${id}${path}`, body);
    expect([path, gone.statusCode]).toEqual([path, 404]);
  }
  expect(await findOther()).toEqual(before);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject', '=', String(id))
    .where('action', 'like', 'servers/%')
    .orderBy('id')
    .execute();
  expect(entries.slice(2)).toEqual([
    { action: 'servers/renamed', before: { name: 'Changing' }, after: { name: 'Changed' } },
    {
      action: 'servers/hiscores-switched',
      before: { name: 'Changed', countsForHiscores: true },
      after: { countsForHiscores: false },
    },
    {
      action: 'servers/token-rotated',
      before: { tokenId: token.id },
      after: { tokenId: next.id },
    },
    { action: 'servers/token-revoked', before: { tokenId: token.id }, after: null },
    { action: 'servers/removed', before: { name: 'Changed' }, after: null },
  ]);
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

test.each<[string, string, (server: TestServer) => Promise<{ statusCode: number }>]>([
  ['heartbeat', 'admin server shop', (server) => server.post('/heartbeat', heartbeat())],
  ['list of items', 'admin shop', (server) => server.put('/items', { count: 7 })],
  [
    'claim',
    'admin shop',
    (server) => server.post('/deliveries/claim', { player: 'Nobody', session: 's' }),
  ],
])(
  'the first %s of a game tells the store and the admins, the same again nobody',
  async (_what, told, contact) => {
    const server = await addTestServer(site, { hasConnected: false });
    const topics = recordTopics(site.deps.live);
    for (const expected of [told, '']) {
      expect((await contact(server)).statusCode).toBe(200);
      expect(topics.take()).toBe(expected);
    }
  },
);

test('another list of items tells the store, and an empty one of a game that has none is a list too', async () => {
  const server = await addTestServer(site);
  const put = async (list: object) => {
    const answer = await server.put('/items', list);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ items: number }>().items;
  };
  const topics = recordTopics(site.deps.live);
  const sent: unknown[] = [];
  for (const list of [
    { items: [] },
    { items: [] },
    { items: [{ id: 4 }, { id: 4 }] },
    { items: [{ id: 4, name: 'Bowl' }] },
    { count: 3, items: [{ id: 4 }, { id: 2, name: 'Cup' }] },
  ]) {
    sent.push([await put(list), topics.take()]);
  }
  const told = 'admin shop';
  expect(sent).toEqual([
    [0, told],
    [0, ''],
    [1, told],
    [1, told],
    [4, told],
  ]);
  expect((await server.put('/items', {})).statusCode).toBe(400);
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
    { scopes: ['heartbeat'], addresses: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`) },
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
  const addresses = Array.from({ length: 18 }, (_, n) => `10.0.0.${n}`);
  await createToken(id, {
    scopes: ['login', 'heartbeat', 'login'],
    addresses: [...addresses, ' 2001:db8::/32 ', '::1'],
  });
  expect((await listServers()).find((one) => one.id === id)?.tokens).toMatchObject([
    { scopes: ['login', 'heartbeat'], addresses: [...addresses, '2001:db8::/32', '::1'] },
  ]);
  for (const name of ['', ' ', 'x'.repeat(41)]) {
    expect((await sendAsAdmin('POST', '', { name })).statusCode, name).toBe(400);
    expect((await sendAsAdmin('PATCH', `/${id}`, { name })).statusCode, name).toBe(400);
  }
  const renamed = await sendAsAdmin('PATCH', `/${id}`, { name: 'y'.repeat(40) });
  expect(renamed.statusCode).toBe(204);
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
    itemCount: null,
    rejectedSaves: 0,
    commandsWaiting: 0,
  });
  await server.put('/items', { count: 10, items: [{ id: 12 }, { id: 5 }] });
  const sent = { type: 'broadcast', args: { message: 'Hello' }, serverId: server.id };
  for (let n = 0; n < 3; n += 1)
    await site.app.inject(json('POST', '/api/admin/commands', sent, admin));
  const { commands } = (await server.get('/commands')).json<{ commands: { id: number }[] }>();
  await server.post(`/commands/${commands[0]?.id}/result`, { status: 'done' });
  await site.app.inject(json('POST', '/api/admin/commands', sent, admin));
  expect((await listServers()).find((one) => one.id === server.id)).toMatchObject({
    itemCount: 11,
    commandsWaiting: 3,
  });
  const hours = (Date.now() - new Date(shown?.startedAt ?? 0).getTime()) / 3_600_000;
  expect(Math.round(hours)).toBe(1);
});

test('a server that falls silent is reported, goes offline and keeps its other state', async () => {
  const problems: unknown[][] = [];
  const deps = { ...site.deps, onProblem: (...texts: unknown[]) => void problems.push(texts) };
  const others = { is_online: false, removed_at: new Date() };
  await deps.db.updateTable('game_servers').set(others).execute();
  const [silent, alive] = [await addTestServer(site), await addTestServer(site)];
  for (const server of [silent, alive]) await server.post('/heartbeat', heartbeat());
  const setSeen = (milliseconds: number, ...ids: number[]) =>
    deps.db
      .updateTable('game_servers')
      .set({ heartbeat_at: new Date(Date.now() + milliseconds) })
      .where('id', 'in', ids)
      .execute();
  await setSeen(3_600_000, silent.id, alive.id);
  const topics = recordTopics(deps.live);
  await markSilentServersOffline(deps);
  expect([problems, topics.take()]).toEqual([[], '']);
  const read = (id: number) =>
    deps.db.selectFrom('game_servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await setSeen(-46_000, silent.id);
  const [before, beside] = [await read(silent.id), await read(alive.id)];
  await markSilentServersOffline(deps);
  expect(await read(silent.id)).toEqual({
    ...before,
    is_online: false,
    state: 'offline',
    online: 0,
    players: [],
  });
  expect(await read(alive.id)).toEqual(beside);
  expect(topics.take()).toBe('admin server');
  expect(problems).toEqual([['A game server stopped sending heartbeats.', before.name]]);
  await markSilentServersOffline(deps);
  expect([problems.length, topics.take()]).toEqual([1, '']);

  const beat = async (change: object) => {
    await alive.post('/heartbeat', heartbeat({ ...change }));
    return topics.take();
  };
  expect(await beat({ max: 2001 })).toBe('admin server');
  expect(await beat({ max: 2001, players: ['Ada', 'Cleo'] })).toBe('admin server');
  expect(await beat({ max: 2001, players: ['Ada', 'Cleo'], bootId: 'boot-2' })).toBe('admin');
  const stopping = { max: 2001, players: ['Ada', 'Cleo'], bootId: 'boot-2', state: 'stopping' };
  expect(await beat(stopping)).toBe('admin');
  expect(await beat({ ...stopping, version: 'test 2' })).toBe('');
  expect(await read(alive.id)).toMatchObject({
    is_online: true,
    state: 'stopping',
    boot_id: 'boot-2',
    version: 'test 2',
    online: 2,
    max_online: 2001,
    players: ['Ada', 'Cleo'],
  });
  const status = (await site.app.inject({ url: '/api/server/status' })).json<unknown>();
  expect(status).toEqual({
    isOnline: true,
    online: 2,
    max: 2001,
    servers: [
      { name: before.name, isOnline: false, online: 0, max: 2000 },
      { name: beside.name, isOnline: true, online: 2, max: 2001 },
    ],
  });
  await removeServer(deps, commandLine, alive.id);
  expect((await site.app.inject({ url: '/api/server/status' })).json()).toMatchObject({
    isOnline: false,
    online: 0,
    servers: [{ name: before.name }],
  });
});

test('items of the games are found best match first, 20 at most, without removed servers', async () => {
  const [one, two] = [await addTestServer(site), await addTestServer(site)];
  const { cookie } = admin;
  const read = async <T>(path: string) => {
    const answer = await site.app.inject({ url: `/api/admin/servers${path}`, headers: { cookie } });
    return answer.json<T>();
  };
  const items = [
    { id: 8954, name: 'Tightrope' },
    { id: 8100, name: 'climbing_tightrope' },
    { id: 8047, name: 'Tightrope_ladder' },
    { id: 8200, name: 'old Tightrope' },
  ];
  await one.put('/items', { items });
  await two.put('/items', { items: items.slice(0, 1), count: 8000 });
  const find = async (search: string) =>
    (await read<GameItem[]>(`/items?search=${search}`)).map(({ id, servers }) => [
      id,
      servers.length,
    ]);
  const others = [
    [8047, 1],
    [8200, 1],
    [8100, 1],
  ];
  expect(await find('tightrope')).toEqual([[8954, 2], ...others]);
  // In the game's spelling and in words.
  for (const words of ['climbing_tight', 'CLIMBING tight'])
    expect(await find(words)).toEqual([[8100, 1]]);
  expect(await find('8')).toEqual([
    [8954, 2],
    [8200, 1],
    [8047, 1],
    [8100, 1],
  ]);
  await two.post('/heartbeat', heartbeat({ deliveryKinds: ['rank', 'item'], players: [] }));
  const deliverers = async (itemId: number) =>
    (await read<Deliverer[]>(`/deliverers?itemId=${itemId}`))
      .filter(({ id }) => id === one.id || id === two.id)
      .map(({ name: _name, ...rest }) => rest);
  const known = { delivers: true, hasConnected: true, hasNames: true };
  expect(await deliverers(8100)).toEqual([
    { ...known, id: one.id, hasItem: true, itemName: 'climbing_tightrope', kinds: ['item'] },
    { ...known, id: two.id, hasItem: false, itemName: null, kinds: ['item', 'rank'] },
  ]);
  await revokeToken(site.deps, commandLine, { serverId: one.id, tokenId: one.tokenId });
  await removeServer(site.deps, commandLine, two.id);
  expect(await deliverers(8954)).toEqual([
    {
      ...known,
      id: one.id,
      delivers: false,
      hasItem: true,
      itemName: 'Tightrope',
      kinds: ['item'],
    },
  ]);
  expect(await find('tightrope')).toEqual([[8954, 1], ...others]);
  const many = Array.from({ length: 21 }, (_, id) => ({ id, name: `Seascape ${id}` }));
  const other = await addTestServer(site);
  await other.put('/items', { items: many });
  expect(await find('seascape')).toEqual(Array.from({ length: 20 }, (_, id) => [id, 1]));
  await removeServer(site.deps, commandLine, other.id);
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
      ).json<{ points: { at: number; online: number }[]; peak: number; average: number }>();
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

    // Samples that arrive late join those of the same time, and young ones stay as they are.
    const young = Date.now() - 47 * 3_600_000;
    await own.deps.db
      .insertInto('online_samples')
      .values([
        sample(one.id, 2, 20),
        sample(two.id, 3, 8),
        { ...sample(two.id, 0, 2), at: new Date(young) },
      ])
      .execute();
    await rollUpSamples(own.deps.db, { from: 60, to: 900, after: '2 days' });
    const merged = await own.deps.db
      .selectFrom('online_samples')
      .select(['server_id', 'seconds', 'peak', 'total', 'samples'])
      .orderBy('server_id')
      .orderBy('seconds')
      .execute();
    expect(merged).toEqual([
      { server_id: one.id, seconds: 900, peak: 30, total: 240, samples: 12 },
      { server_id: two.id, seconds: 60, peak: 2, total: 8, samples: 4 },
      { server_id: two.id, seconds: 900, peak: 8, total: 52, samples: 8 },
    ]);
    const history = await read();
    expect(history.points[0]).toEqual({ at: base / 1000, online: 38 });
    expect(history.points.filter(({ online }) => online === 2)).toEqual([
      { at: Math.floor(young / 1_800_000) * 1_800, online: 2 },
    ]);
    expect(history).toMatchObject({
      peak: 38,
      average: Math.round(40 / history.points.length),
    });
    const steps = { day: 300, week: 1_800, month: 7_200, year: 86_400 };
    for (const [range, seconds] of Object.entries(steps)) {
      const url = `/api/admin/servers/history?range=${range}`;
      const answer = await own.app.inject({ url, headers: { cookie: owner.cookie } });
      const { points } = answer.json<{ points: { at: number }[] }>();
      expect(points.length).toBeGreaterThan(2);
      expect([range, points[1]!.at - points[0]!.at]).toEqual([range, seconds]);
    }

    const years = (n: number) => sql<Date>`now() - make_interval(years => 2, days => ${n})`;
    await own.deps.db
      .updateTable('online_samples')
      .set({ at: years(-1) })
      .where('server_id', '=', one.id)
      .execute();
    await own.deps.db
      .updateTable('online_samples')
      .set({ at: years(1) })
      .where('server_id', '=', two.id)
      .execute();
    await deleteOldSamples(own.deps.db);
    const left = await own.deps.db.selectFrom('online_samples').select('server_id').execute();
    expect(left).toEqual([{ server_id: one.id }]);
  } finally {
    await own.close();
  }
});
