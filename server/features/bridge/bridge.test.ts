import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { gameCommandsPersonalData } from '#server/features/game-commands/game-commands.personal-data.ts';
import { markSilentServersOffline } from '#server/features/game-servers/heartbeat.service.ts';
import { removeServer } from '#server/features/game-servers/servers.service.ts';
import { revokeToken } from '#server/features/game-servers/tokens.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { GameServer } from '#shared/endpoints/game-servers.ts';

import { deleteOldAnswers } from './bridge.db.ts';
import { bridgePersonalData } from './bridge.personal-data.ts';
import {
  addDelivery,
  addTestServer,
  heartbeat,
  hiscoreRow,
  createBridgeClient,
} from './testing/bridge.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

async function findPlayer(name: string) {
  return site.deps.db
    .selectFrom('players')
    .selectAll()
    .where('name_key', '=', name.toLowerCase())
    .executeTakeFirst();
}

async function status() {
  const answer = await site.app.inject({ url: '/api/server/status' });
  return answer.json<{ isOnline: boolean; online: number; max: number }>();
}

test('every call refuses a missing, malformed or unknown token and one of another server', async () => {
  const server = await addTestServer(site);
  const other = await addTestServer(site);
  const [, , secret] = /^gb_(\d+)_(.+)$/.exec(server.token) ?? [];
  const refusals: [string | undefined, string][] = [
    [undefined, 'bridge/token-required'],
    ['Basic abc', 'bridge/token-required'],
    ['Bearer nonsense', 'bridge/token-refused'],
    ['Bearer gb_1_x', 'bridge/token-refused'],
    [`Bearer gb_${server.id}_${'x'.repeat(43)}`, 'bridge/token-refused'],
    [`Bearer gb_${other.id}_${secret}`, 'bridge/token-refused'],
    ['Bearer gb_999999999999999_' + 'x'.repeat(43), 'bridge/token-refused'],
  ];
  const cut = await site.app.inject({
    url: '/api/bridge/v1/commands',
    headers: { authorization: 'Bearer gb_1_x' },
  });
  expect(cut.json()).toMatchObject({
    error: expect.stringMatching(/not a whole .* Copy it again/),
  });
  const paths = ['/commands', '/contracts', '/sanctions'];
  for (const [authorization, code] of refusals) {
    for (const path of paths) {
      const answer = await site.app.inject({
        url: `/api/bridge/v1${path}`,
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(answer.statusCode, `${authorization} ${path}`).toBe(401);
      expect(answer.json()).toMatchObject({ code, requestId: expect.any(String) });
    }
  }
  // The name of the scheme has no case.
  const accepted = await site.app.inject({
    url: '/api/bridge/v1/commands',
    headers: { authorization: `bearer  ${server.token} ` },
  });
  expect(accepted.statusCode, accepted.body).toBe(200);
});

test('a token allows only the calls of its scopes', async () => {
  const server = await addTestServer(site, { scopes: ['heartbeat'] });
  expect((await server.post('/heartbeat', heartbeat({ online: 0, players: [] }))).statusCode).toBe(
    200,
  );
  const refused = [
    await server.post('/hiscores', { players: [hiscoreRow('Scopeless', 5_000)] }),
    await server.post('/deliveries/claim', { player: 'Ada', session: '1', limit: 1 }),
    await server.get('/commands'),
    await server.post('/moderation-events', { events: [] }),
    await server.get('/contracts'),
    await server.get('/sanctions'),
    await server.post('/login', { name: 'a', password: 'b', ip: '1.1.1.1' }),
  ];
  for (const answer of refused) {
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'bridge/scope-missing' });
  }
  expect(await findPlayer('scopeless')).toBeUndefined();
});

test('a revoked token and the tokens of a removed server are refused at once', async () => {
  const server = await addTestServer(site);
  const second = await addTestServer(site, { serverId: server.id });
  await revokeToken(site.deps, commandLine, { serverId: server.id, tokenId: server.tokenId });
  const refused = await server.post('/heartbeat', heartbeat());
  expect(refused.statusCode).toBe(401);
  expect(refused.json()).toMatchObject({ code: 'bridge/token-revoked' });
  expect((await second.post('/heartbeat', heartbeat())).statusCode).toBe(200);
  await removeServer(site.deps, commandLine, server.id);
  expect((await second.post('/heartbeat', heartbeat())).json()).toMatchObject({
    code: 'bridge/token-revoked',
  });
});

test('a token limited to addresses works only from those', async () => {
  const elsewhere = await addTestServer(site, { addresses: ['203.0.113.0/24', '2001:db8::1'] });
  expect((await elsewhere.get('/commands')).json()).toMatchObject({
    code: 'bridge/address-refused',
  });
  const here = await addTestServer(site, { addresses: ['127.0.0.0/8'] });
  expect((await here.get('/commands')).statusCode).toBe(200);
});

test.each(['10.0.0.1', '::ffff:10.0.0.1', '::FFFF:10.0.0.1'])(
  'a token limited to IPv4 addresses works from %s, as a dual-stack socket reports it',
  async (remoteAddress) => {
    const callWith = async (addresses: string[]) => {
      const { token } = await addTestServer(site, { addresses });
      const headers = { authorization: `Bearer ${token}` };
      const url = '/api/bridge/v1/commands';
      return (await site.app.inject({ url, headers, remoteAddress })).statusCode;
    };
    expect(await callWith(['10.0.0.0/8'])).toBe(200);
    expect(await callWith(['10.0.0.1'])).toBe(200);
    expect(await callWith(['10.0.0.2', '192.168.0.0/16'])).toBe(403);
  },
);

test('a session cookie does not give access to the bridge', async () => {
  const admin = await site.addPlayer('Cookie Admin', 3);
  const answer = await site.app.inject({
    url: '/api/bridge/v1/commands',
    headers: { cookie: admin.cookie },
  });
  expect(answer.statusCode).toBe(401);
});

test('heartbeats set the public status, and a server is offline after 45 seconds without one', async () => {
  const quiet = await openTestApp();
  try {
    const read = async () =>
      (await quiet.app.inject({ url: '/api/server/status' })).json<{
        isOnline: boolean;
        online: number;
        max: number;
      }>();
    expect(await read()).toMatchObject({ isOnline: false, online: 0 });
    const one = await addTestServer(quiet);
    const two = await addTestServer(quiet);
    await one.post('/heartbeat', heartbeat({ online: 7, players: [] }));
    await two.post('/heartbeat', heartbeat({ online: 5, players: [], bootId: 'b' }));
    expect(await read()).toMatchObject({ isOnline: true, online: 12, max: 4000 });

    await quiet.deps.db
      .updateTable('game_servers')
      .set({ heartbeat_at: new Date(Date.now() - 44_000) })
      .execute();
    await markSilentServersOffline(quiet.deps);
    expect(await read()).toMatchObject({ isOnline: true, online: 12 });

    await quiet.deps.db
      .updateTable('game_servers')
      .set({ heartbeat_at: new Date(Date.now() - 46_000) })
      .where('id', '=', one.id)
      .execute();
    await markSilentServersOffline(quiet.deps);
    expect(await read()).toMatchObject({ isOnline: true, online: 5 });

    await two.post('/heartbeat', heartbeat({ state: 'offline', online: 5, bootId: 'b' }));
    expect(await read()).toMatchObject({ isOnline: false, online: 0 });
  } finally {
    await quiet.close();
  }
});

test('a heartbeat that changes nothing publishes nothing', async () => {
  // A site of its own: messages of the other tests may arrive late.
  const quiet = await openTestApp();
  try {
    const server = await addTestServer(quiet);
    await server.post('/heartbeat', heartbeat());
    const topics: string[] = [];
    quiet.deps.live.subscribe({
      onMessage: ({ topic }) => void topics.push(topic),
      onResync() {},
    });
    await server.post('/heartbeat', heartbeat({ uptime: 75 }));
    expect(topics).toEqual([]);
    await server.post('/heartbeat', heartbeat({ online: 3 }));
    expect(topics).toContain('server');
  } finally {
    await quiet.close();
  }
});

test('admins see how many saves a server’s adapter has refused, also while it is offline', async () => {
  const server = await addTestServer(site);
  const admin = await site.addPlayer('Watcher', 3);
  const read = async () => {
    const { cookie } = admin;
    const answer = await site.app.inject({ url: '/api/admin/servers', headers: { cookie } });
    return answer.json<GameServer[]>().find(({ id }) => id === server.id)?.rejectedSaves;
  };
  await server.post('/heartbeat', heartbeat({ rejectedSaves: 2 }));
  expect(await read()).toBe(2);
  await server.post('/heartbeat', heartbeat({ rejectedSaves: 2, state: 'offline' }));
  expect(await read()).toBe(2);
  const topics: string[] = [];
  const unsubscribe = site.deps.live.subscribe({
    onMessage: ({ topic }) => void topics.push(topic),
    onResync() {},
  });
  await server.post('/heartbeat', heartbeat({ state: 'offline' }));
  unsubscribe();
  expect(topics).toEqual(['admin']);
  expect(await read()).toBe(0);
});

test('a malformed or oversized body is refused and changes nothing', async () => {
  const server = await addTestServer(site);
  const before = await status();
  const wrong = [
    heartbeat({ online: -1 }),
    heartbeat({ online: 1.5 }),
    heartbeat({ state: 'asleep' }),
    heartbeat({ rejectedSaves: -1 }),
    heartbeat({ players: 'Ada' }),
    {},
    [],
    null,
  ];
  for (const body of wrong) {
    const answer = await server.post('/heartbeat', body);
    expect(answer.statusCode, JSON.stringify(body)).toBe(400);
  }
  expect(await status()).toEqual(before);

  const tooMany = Array.from({ length: 501 }, (_, at) => hiscoreRow(`Many ${at}`, 5_000));
  expect((await server.post('/hiscores', { players: tooMany })).json()).toMatchObject({
    code: 'request/invalid',
    error: 'At most 500 players in one batch.',
  });
  expect(await findPlayer('many 0')).toBeUndefined();

  const broken = { ...hiscoreRow('Broken', 5_000), xpTenths: ['1'] };
  const halfWrong = await server.post('/hiscores', {
    players: [hiscoreRow('Innocent', 5_000), broken],
  });
  expect(halfWrong.statusCode).toBe(400);
  expect(await findPlayer('innocent')).toBeUndefined();

  const huge = { players: [hiscoreRow('Huge', 5_000, { mode: 'x'.repeat(3_000_000) })] };
  expect((await server.post('/hiscores', huge)).statusCode).toBe(413);
  const notJson = await site.app.inject({
    method: 'POST',
    url: '/api/bridge/v1/hiscores',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    payload: '{"players": [',
  });
  expect(notJson.statusCode).toBe(400);
});

test('hiscores are checked row by row: accepted, ignored or rejected with a reason', async () => {
  const server = await addTestServer(site);
  await site.addPlayer('Row Known');
  const first = await server.post('/hiscores', {
    players: [
      hiscoreRow('Row Good', 7_376_270),
      hiscoreRow('Wrong Name Is Too Long', 5_000),
      hiscoreRow('Row Half', 5_000.5),
      hiscoreRow('Row High', 2_000_000_001),
      hiscoreRow('Row Future', 5_000, { observedAt: new Date(Date.now() + 3_600_000) }),
      hiscoreRow('Row Reset', 5_000, { reset: false }),
      hiscoreRow('Row Short', 5_000, { xpTenths: [1, 2, 3] }),
      hiscoreRow('Row Long', 5_000, { xpTenths: Array.from({ length: 24 }, () => 5_000) }),
      hiscoreRow('Row Local', 5_000, { observedAt: '2026-11-20T18:05:00' }),
      hiscoreRow('Row Known', 5_000),
    ],
  });
  expect(first.json()).toMatchObject({
    accepted: 3,
    ignored: 0,
    rejected: 7,
    results: [
      { name: 'Row Good', status: 'accepted', hasAccount: false },
      { status: 'rejected', reason: 'name-invalid' },
      { status: 'rejected', reason: 'experience-invalid' },
      { status: 'rejected', reason: 'experience-invalid' },
      { status: 'rejected', reason: 'observed-in-the-future' },
      { name: 'Row Reset', status: 'accepted' },
      {
        name: 'Row Short',
        status: 'rejected',
        reason: 'skill-count',
        message: 'There are 3 values. Send at least 18 skills.',
      },
      {
        name: 'Row Long',
        status: 'rejected',
        reason: 'skill-count',
        message: expect.stringMatching(/^There are 24 values.*SKILLS.*add-skill/),
      },
      { name: 'Row Local', status: 'rejected', reason: 'time-invalid' },
      { name: 'Row Known', status: 'accepted', hasAccount: true },
    ],
  });

  const old = new Date(Date.now() - 60_000).toISOString();
  const second = await server.post('/hiscores', {
    players: [
      hiscoreRow('Row Good', 8_000_000, { observedAt: old }),
      hiscoreRow('Row Reset', 4_000),
    ],
  });
  expect(second.json()).toMatchObject({
    accepted: 0,
    ignored: 1,
    rejected: 1,
    results: [
      { status: 'ignored', reason: 'stale' },
      { status: 'rejected', reason: 'experience-decreased' },
    ],
  });
  expect((await findPlayer('row good'))?.experience[0]).toBe(7_376_270);
  expect((await findPlayer('row reset'))?.experience[0]).toBe(5_000);
});

test('only a token with the reset scope may lower experience, and it is audited', async () => {
  const plain = await addTestServer(site, { scopes: ['hiscores'] });
  const trusted = await addTestServer(site, { scopes: ['hiscores', 'hiscores:reset'] });
  await plain.post('/hiscores', { players: [hiscoreRow('Set Back', 9_000)] });
  const reset = { players: [hiscoreRow('Set Back', 1_000, { reset: true })] };
  expect((await plain.post('/hiscores', reset)).json()).toMatchObject({
    results: [{ status: 'rejected', reason: 'reset-not-allowed' }],
  });
  expect((await findPlayer('set back'))?.experience[0]).toBe(9_000);
  expect((await trusted.post('/hiscores', reset)).json()).toMatchObject({ accepted: 1 });
  expect((await findPlayer('set back'))?.experience[0]).toBe(1_000);
  const entry = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action'])
    .where('subject', '=', 'set back')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ action: 'hiscores/player-reset' });
  expect(entry.actor_name).toMatch(/^the game server World/);
});

test('a repeated Idempotency-Key gets the first answer and does nothing again', async () => {
  const server = await addTestServer(site);
  const player = await site.addPlayer('Key Holder');
  await addDelivery(site, player.id);
  const headers = { 'idempotency-key': randomUUID() };
  const claim = { player: 'Key Holder', session: 's1', limit: 5 };
  const first = await server.post('/deliveries/claim', claim, headers);
  await addDelivery(site, player.id);
  const again = await server.post('/deliveries/claim', claim, headers);
  expect(first.json<{ items: unknown[] }>().items).toHaveLength(1);
  expect(again.json()).toEqual(first.json());
  expect(again.headers['idempotency-replayed']).toBe('true');

  const other = await server.post('/deliveries/claim', { ...claim, limit: 6 }, headers);
  expect(other.statusCode).toBe(409);
  expect(other.json()).toMatchObject({ code: 'bridge/key-reused' });

  const otherCall = await server.post('/heartbeat', heartbeat({ state: 'offline' }), headers);
  expect(otherCall.json()).toMatchObject({ code: 'bridge/key-reused' });

  const neighbour = await addTestServer(site);
  const foreign = await neighbour.post('/deliveries/claim', claim, headers);
  expect(foreign.headers['idempotency-replayed']).toBeUndefined();
  const stored = await site.deps.db
    .selectFrom('bridge_answers')
    .select(['server_id', 'answer'])
    .where('key', '=', headers['idempotency-key'])
    .orderBy('server_id')
    .execute();
  expect(stored).toEqual([
    { server_id: server.id, answer: first.json() },
    { server_id: neighbour.id, answer: foreign.json() },
  ]);
});

test('the same body with one Idempotency-Key at another address is refused', async () => {
  const server = await addTestServer(site);
  const headers = { 'idempotency-key': 'two-addresses' };
  const player = await site.addPlayer('Two Places');
  const [one, two] = [await addDelivery(site, player.id), await addDelivery(site, player.id)];
  await server.post('/deliveries/claim', { player: 'Two Places', session: 's', limit: 5 });
  const ack = (id: string) => server.post(`/deliveries/${id}/ack`, { status: 'applied' }, headers);
  expect((await ack(one)).statusCode).toBe(200);
  expect((await ack(two)).json()).toMatchObject({ code: 'bridge/key-reused' });
  const states = await site.deps.db
    .selectFrom('purchases')
    .select('state')
    .where('account_id', '=', player.id)
    .orderBy('id')
    .execute();
  expect(states).toEqual([{ state: 'delivered' }, { state: 'claimed' }]);
});

test('an answer of the bridge is not kept by caches', async () => {
  const server = await addTestServer(site);
  for (const answer of [await server.get('/commands'), await server.get('/sanctions')]) {
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

test('a heartbeat answers with the server, the time and how many commands are open', async () => {
  const server = await addTestServer(site);
  const other = await addTestServer(site);
  const { db } = site.deps;
  const add = (serverId: number, state: 'waiting' | 'sent' | 'done', seconds: number | null) =>
    db
      .insertInto('game_commands')
      .values({
        server_id: serverId,
        type: 'unban',
        args: '{}',
        actor_name: 'Wyn',
        state,
        not_after: seconds === null ? null : new Date(Date.now() + seconds * 1000),
        finished_at: state === 'done' ? new Date() : null,
      })
      .execute();
  await add(server.id, 'waiting', null);
  await add(server.id, 'waiting', 3600);
  await add(server.id, 'sent', null);
  await add(server.id, 'waiting', -1);
  await add(server.id, 'done', null);
  await add(other.id, 'waiting', null);
  const before = Date.now();
  const answer = (await server.post('/heartbeat', heartbeat({ players: [] }))).json<{
    serverTime: string;
  }>();
  expect(answer).toEqual({
    serverId: server.id,
    serverTime: expect.any(String),
    commandsWaiting: 3,
  });
  expect(Date.parse(answer.serverTime)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(answer.serverTime)).toBeLessThanOrEqual(Date.now());
  await server.post('/heartbeat', heartbeat({ state: 'offline' }));
});

test('a server that does not count gets an answer for every row, and stores none', async () => {
  const server = await addTestServer(site);
  await site.addPlayer('Test World');
  await site.deps.db
    .updateTable('game_servers')
    .set({ counts_for_hiscores: false })
    .where('id', '=', server.id)
    .execute();
  const answer = await server.post('/hiscores', {
    players: [hiscoreRow('Test World', 5_000), hiscoreRow('Not Known', 5_000, { xpTenths: [1] })],
  });
  const ignored = { status: 'ignored', reason: 'server-not-counted' };
  expect(answer.json()).toEqual({
    accepted: 0,
    ignored: 2,
    rejected: 0,
    results: [
      { name: 'Test World', ...ignored, hasAccount: true },
      { name: 'Not Known', ...ignored, hasAccount: false },
    ],
  });
  expect(await findPlayer('test world')).toBeUndefined();
});

test('a game whose levels do not count is told that a renamed player has an account', async () => {
  const server = await addTestServer(site);
  const { id } = await site.addPlayer('Now Named');
  const { db } = site.deps;
  await db
    .updateTable('game_servers')
    .set({ counts_for_hiscores: false })
    .where('id', '=', server.id)
    .execute();
  await db
    .insertInto('reserved_names')
    .values({
      username: 'Once Named',
      username_key: 'once named',
      account_id: id,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute();
  const players = ['once_named', 'Never Named'].map((name) => hiscoreRow(name, 5_000));
  expect((await server.post('/hiscores', { players })).json()).toMatchObject({
    ignored: 2,
    results: [
      { name: 'once_named', hasAccount: true },
      { name: 'Never Named', hasAccount: false },
    ],
  });
});

test('a refused call leaves its Idempotency-Key unused', async () => {
  const server = await addTestServer(site);
  const headers = { 'idempotency-key': 'refused-once' };
  const unknown = await server.post(
    `/deliveries/${randomUUID()}/ack`,
    { status: 'applied' },
    headers,
  );
  expect(unknown.statusCode).toBe(404);
  const used = await server.post('/heartbeat', heartbeat(), headers);
  expect(used.statusCode).toBe(200);
  await server.post('/heartbeat', heartbeat({ state: 'offline' }));
  const tooLong = await server.post('/heartbeat', heartbeat(), {
    'idempotency-key': 'x'.repeat(201),
  });
  expect(tooLong.statusCode).toBe(400);
  for (const [key, status] of [
    ['x'.repeat(200), 200],
    ['two words', 400],
    ['é', 400],
  ] as const) {
    const answer = await server.post('/heartbeat', heartbeat({ state: 'offline' }), {
      'idempotency-key': key,
    });
    expect([key, answer.statusCode]).toEqual([key, status]);
  }
});

test('a deleted player leaves the commands and stored answers, and others stay in them', async () => {
  const { db } = site.deps;
  const [gone, stays] = [await site.addPlayer('Fading Fay'), await site.addPlayer('Fading')];
  const server = await addTestServer(site);
  await sql`
    insert into game_commands (server_id, type, args, actor_id, actor_name, state, detail, finished_at)
    select ${server.id}, 'kick', jsonb_build_object('player', player), actor, name, state, detail,
      case state when 'done' then timestamptz '2026-01-02 03:04:05Z' end
    from (values ('fading_fay', null, 'Wyn', 'waiting', null),
      ('Fading Fay', null, 'Wyn', 'done', 'FADING FAY is not here.'),
      ('Fading', ${stays.id}::bigint, 'Fading', 'waiting', 'Fading is here.'),
      ('Bram', ${gone.id}, 'Fading Fay', 'waiting', null))
      as given (player, actor, name, state, detail)`.execute(db);
  const answers = {
    a: { player: 'FADING-FAY' },
    'Fading Fay 1': {},
    b: { player: 'Fading' },
  };
  for (const [key, answer] of Object.entries(answers)) {
    const row = { server_id: server.id, key, request_hash: Buffer.alloc(32) };
    await db
      .insertInto('bridge_answers')
      .values({ ...row, answer: JSON.stringify(answer) })
      .execute();
  }
  const owner = { ...gone, usernameKey: 'fading fay', uid: 'none' };
  const read = async () => {
    const rows = [];
    for (const part of gameCommandsPersonalData.parts ?? [])
      rows.push(...(await part.read(db, owner, 'owner')));
    return rows;
  };
  const own = { created_at: expect.any(Date) as Date, finished_at: null };
  const about = { ...own, type: 'kick', detail: null };
  expect(await read()).toEqual([
    { ...about, args: { player: 'fading_fay' }, state: 'waiting' },
    {
      ...about,
      args: { player: 'Fading Fay' },
      state: 'done',
      detail: 'FADING FAY is not here.',
      finished_at: new Date('2026-01-02T03:04:05Z'),
    },
    { ...own, type: 'kick', state: 'waiting' },
  ]);
  await transaction(db, async (trx) => {
    for (const data of [gameCommandsPersonalData, bridgePersonalData])
      await data.erase!(trx, owner);
  });
  const commands = await db
    .selectFrom('game_commands')
    .select(['args', 'actor_name', 'state', 'detail', 'finished_at'])
    .where('server_id', '=', server.id)
    .orderBy('id')
    .execute();
  const deleted = { player: 'Deleted player' };
  expect(commands).toEqual([
    {
      args: deleted,
      actor_name: 'Wyn',
      state: 'expired',
      detail: null,
      finished_at: expect.any(Date) as Date,
    },
    {
      args: deleted,
      actor_name: 'Wyn',
      state: 'done',
      detail: 'Deleted player is not here.',
      finished_at: new Date('2026-01-02T03:04:05Z'),
    },
    {
      args: { player: 'Fading' },
      actor_name: 'Fading',
      state: 'waiting',
      detail: 'Fading is here.',
      finished_at: null,
    },
    {
      args: { player: 'Bram' },
      actor_name: 'Deleted player',
      state: 'waiting',
      detail: null,
      finished_at: null,
    },
  ]);
  const left = await db
    .selectFrom('bridge_answers')
    .select('key')
    .where('server_id', '=', server.id)
    .execute();
  expect(left).toEqual([{ key: 'b' }]);
});

test('stored answers are deleted after 26 hours', async () => {
  const server = await addTestServer(site);
  for (const [key, hours] of [
    ['old', 26.1],
    ['young', 25.9],
  ] as const) {
    await server.post('/heartbeat', heartbeat({ state: 'offline' }), { 'idempotency-key': key });
    await site.deps.db
      .updateTable('bridge_answers')
      .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
      .where('server_id', '=', server.id)
      .where('key', '=', key)
      .execute();
  }
  await deleteOldAnswers(site.deps.db);
  const left = await site.deps.db
    .selectFrom('bridge_answers')
    .select('key')
    .where('server_id', '=', server.id)
    .execute();
  expect(left).toEqual([{ key: 'young' }]);
});

test('the API document describes the bridge and its token', async () => {
  const document = (await site.app.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<
      string,
      Record<string, { tags: string[]; security: unknown; 'x-access': string }>
    >;
    components: { securitySchemes: Record<string, unknown> };
  }>();
  expect(document.components.securitySchemes).toHaveProperty('gameToken');
  expect(document.paths['/api/bridge/v1/heartbeat']?.['post']).toMatchObject({
    tags: ['Game bridge'],
    security: [{ gameToken: ['heartbeat'] }],
    'x-access': 'game server',
  });
});

test('a call updates when and from which address its token was last seen', async () => {
  const server = await addTestServer(site);
  await createBridgeClient(site.app, server.token).get('/commands');
  const seen = await site.deps.db
    .selectFrom('game_tokens')
    .select(['last_seen_at', 'last_seen_ip', 'hint'])
    .where('id', '=', server.tokenId)
    .executeTakeFirstOrThrow();
  expect(seen.last_seen_ip).toBe('127.0.0.1');
  expect(Date.now() - (seen.last_seen_at?.getTime() ?? 0)).toBeLessThan(60_000);
  expect(server.token.endsWith(seen.hint)).toBe(true);
  // Not on every call: that would double the work of most calls.
  const second = await addTestServer(site, { serverId: server.id });
  const seenAt = (id: number) =>
    site.deps.db
      .selectFrom('game_tokens')
      .select('last_seen_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  for (const [milliseconds, isTouched] of [
    [-60_000, false],
    [10_001, true],
  ] as const) {
    const at = new Date(Date.now() - milliseconds);
    await site.deps.db
      .updateTable('game_tokens')
      .set({ last_seen_at: at })
      .where('id', '=', server.tokenId)
      .execute();
    await server.get('/commands');
    expect((await seenAt(server.tokenId)).last_seen_at?.getTime() !== at.getTime()).toBe(isTouched);
  }
  expect(await seenAt(second.tokenId)).toEqual({ last_seen_at: null });
});
