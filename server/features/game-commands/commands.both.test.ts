import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { addTestServer, heartbeat } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { addHolder } from '#server/features/inbox/testing/inbox.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { BridgeCommand } from '#shared/endpoints/bridge-commands.ts';
import type { LoggedCommand } from '#shared/endpoints/game-servers.ts';

import { maxWaitersPerServer } from './command-notifier.service.ts';
import { deleteOldCommands } from './commands.db.ts';
import { expireCommands, findServersOf, queueCommand } from './commands.service.ts';
import type { GameCommand } from './commands.service.ts';

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Cmd Admin', 3);
});
afterAll(() => site.close());

type CommandWithoutActor = GameCommand extends infer Command
  ? Command extends GameCommand
    ? Omit<Command, 'actor'>
    : never
  : never;

function send(command: CommandWithoutActor): Promise<number[]> {
  return transaction(site.deps.db, (trx) =>
    queueCommand(site.deps, trx, { ...command, actor: commandLine }),
  );
}

async function poll(server: TestServer, query = ''): Promise<BridgeCommand[]> {
  const answer = await server.get(`/commands${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ commands: BridgeCommand[] }>().commands;
}

async function stateOf(id: number | undefined) {
  return site.deps.db
    .selectFrom('game_commands')
    .select(['state', 'detail'])
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow();
}

test('polls return commands in order, repeatedly, until their result arrives', async () => {
  const server = await addTestServer(site);
  const [first] = await send({
    type: 'mute',
    args: { player: 'Ada', until: null, reason: 'Spam' },
    serverId: server.id,
  });
  const [second] = await send({ type: 'unmute', args: { player: 'Ada' }, serverId: server.id });
  const [third] = await send({ type: 'kick', args: { player: 'Ada' }, serverId: server.id });
  const expected = [
    { id: first, type: 'mute', args: { player: 'Ada', until: null, reason: 'Spam' } },
    { id: second, type: 'unmute', args: { player: 'Ada' } },
    { id: third, type: 'kick' },
  ];
  expect(await poll(server)).toMatchObject(expected);
  expect(await poll(server)).toMatchObject(expected);
  expect(await poll(server, `?after=${first}`)).toMatchObject(expected.slice(1));
  const done = await server.post(`/commands/${first}/result`, { status: 'done', detail: 'Muted.' });
  expect(done.json()).toEqual({ id: first, state: 'done' });
  expect(await poll(server)).toMatchObject(expected.slice(1));
  expect(await stateOf(first)).toEqual({ state: 'done', detail: 'Muted.' });
});

test('a new command gets an id that was never used, also if a restored backup sets the ids back', async () => {
  const server = await addTestServer(site);
  const { db } = site.deps;
  const kick = { type: 'kick', args: { player: 'Ada' }, serverId: server.id } as const;
  const [before = 0] = await send(kick);
  await vi.waitUntil(() => Date.now() > before);
  await db.deleteFrom('game_commands').where('id', '=', before).execute();
  await sql`select setval('game_command_ids', 1)`.execute(db);
  const [after = 0] = await send(kick);
  expect(after).toBeGreaterThan(before);
});

test('repeating a result is harmless; a different result and one from another server are refused', async () => {
  const server = await addTestServer(site);
  const other = await addTestServer(site);
  const [id] = await send({ type: 'unban', args: { player: 'Ada' }, serverId: server.id });
  await poll(server);
  const path = `/commands/${id}/result`;
  expect((await other.post(path, { status: 'done' })).json()).toMatchObject({
    code: 'bridge/command-not-found',
  });
  expect((await stateOf(id)).state).toBe('sent');
  expect((await server.post(path, { status: 'unsupported' })).statusCode).toBe(200);
  expect((await server.post(path, { status: 'unsupported' })).statusCode).toBe(200);
  expect((await server.post(path, { status: 'done' })).json()).toMatchObject({
    code: 'bridge/command-settled',
  });
  expect((await stateOf(id)).state).toBe('unsupported');
});

test('a kick expires if no game fetches it, a ban waits', async () => {
  const server = await addTestServer(site);
  const [kick] = await send({ type: 'kick', args: { player: 'Ada' }, serverId: server.id });
  const [ban] = await send({
    type: 'ban',
    args: { player: 'Ada', until: null, reason: 'Botting' },
    serverId: server.id,
  });
  const rows = await site.deps.db
    .selectFrom('game_commands')
    .select(['id', 'not_after'])
    .where('server_id', '=', server.id)
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([{ id: kick }, { id: ban, not_after: null }]);
  expect(rows[0]?.not_after).toBeInstanceOf(Date);
  await site.deps.db
    .updateTable('game_commands')
    .set({ not_after: new Date(Date.now() - 1_000) })
    .where('id', '=', kick ?? 0)
    .execute();
  expect(await poll(server)).toMatchObject([{ id: ban }]);
  await expireCommands(site.deps);
  const late = await server.post(`/commands/${kick}/result`, { status: 'failed' });
  expect(late.json()).toMatchObject({ code: 'bridge/command-settled' });
  expect(await stateOf(kick)).toMatchObject({ state: 'expired' });
  expect(await stateOf(ban)).toMatchObject({ state: 'sent' });
});

test('a command that ran in time is done, even if its result arrives late', async () => {
  const server = await addTestServer(site);
  const [id] = await send({ type: 'broadcast', args: { message: 'Hello' }, serverId: server.id });
  await poll(server);
  await site.deps.db
    .updateTable('game_commands')
    .set({ not_after: new Date(Date.now() - 5_000) })
    .where('id', '=', id ?? 0)
    .execute();
  await expireCommands(site.deps);
  expect((await stateOf(id)).state).toBe('sent');
  await site.deps.db
    .updateTable('game_commands')
    .set({ not_after: new Date(Date.now() - 60_000) })
    .where('id', '=', id ?? 0)
    .execute();
  await expireCommands(site.deps);
  expect((await stateOf(id)).state).toBe('expired');
  for (const status of ['failed', 'unsupported'])
    expect((await server.post(`/commands/${id}/result`, { status })).statusCode).toBe(409);
  const topics = recordTopics(site.deps.live);
  await server.post(`/commands/${id}/result`, { status: 'done', detail: 'Said.' });
  expect(await stateOf(id)).toEqual({ state: 'done', detail: 'Said.' });
  expect(topics.take()).toBe('admin');
  await server.post(`/commands/${id}/result`, { status: 'done', detail: 'Twice.' });
  expect(await stateOf(id)).toEqual({ state: 'done', detail: 'Said.' });
});

test('kicks, teleports, broadcasts, restarts and votes expire after a minute, nothing else does', async () => {
  const server = await addTestServer(site);
  const of = { player: 'Ada' };
  const commands: CommandWithoutActor[] = [
    { type: 'kick', args: of },
    { type: 'teleport', args: { ...of, x: 1, y: 2, height: 0 } },
    { type: 'broadcast', args: { message: 'Hello' } },
    { type: 'restart', args: { seconds: 30 } },
    { type: 'vote', args: { ...of, list: 'Top', streak: 2 } },
    { type: 'mute', args: { ...of, until: null, reason: '' } },
    { type: 'unmute', args: of },
    { type: 'ban', args: { ...of, until: null, reason: '' } },
    { type: 'unban', args: of },
    { type: 'setRank', args: { ...of, rank: 2 } },
    { type: 'reloadContracts', args: {} },
    { type: 'rename', args: { ...of, name: 'Bea' } },
  ];
  for (const command of commands) await send({ ...command, serverId: server.id });
  const rows = await site.deps.db
    .selectFrom('game_commands')
    .selectAll()
    .select(sql<number | null>`extract(epoch from not_after - created_at)::float`.as('seconds'))
    .where('server_id', '=', server.id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ type, seconds }) => [type, seconds])).toEqual(
    commands.map(({ type }, at) => [type, at < 5 ? 60 : null]),
  );
  expect(rows[1]).toEqual({
    id: expect.any(Number),
    server_id: server.id,
    type: 'teleport',
    args: { player: 'Ada', x: 1, y: 2, height: 0 },
    actor_id: null,
    actor_name: commandLine.name,
    state: 'waiting',
    detail: null,
    created_at: expect.any(Date),
    not_after: expect.any(Date),
    sent_at: null,
    finished_at: null,
    seconds: 60,
  });
});

test('a poll takes 50 commands at most and marks only those as sent', async () => {
  const server = await addTestServer(site);
  await sql`
    insert into game_commands (server_id, type, args, actor_name)
    select ${server.id}, 'unban', '{}', 'Wyn' from generate_series(1, 52)`.execute(site.deps.db);
  const first = await poll(server);
  expect(first).toHaveLength(50);
  const states = await site.deps.db
    .selectFrom('game_commands')
    .select(['state', sql<boolean>`sent_at is not null`.as('hasTime')])
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('server_id', '=', server.id)
    .groupBy(['state', 'hasTime'])
    .orderBy('state')
    .execute();
  expect(states).toEqual([
    { state: 'sent', hasTime: true, n: 50 },
    { state: 'waiting', hasTime: false, n: 2 },
  ]);
  expect(await poll(server, `?after=${first.at(-1)?.id}`)).toHaveLength(2);
});

test('old commands are deleted: votes after a week, others after a year, open ones never', async () => {
  const server = await addTestServer(site);
  await sql`
    insert into game_commands (server_id, type, args, actor_name, detail, state, created_at, finished_at)
    select ${server.id}, type, '{}', 'Wyn', label, case when days is null then 'waiting' else 'done' end,
      now() - interval '2 years', now() - make_interval(days => days)
    from (values ('vote', 'old vote', 8), ('vote', 'new vote', 6), ('kick', 'kick', 8),
      ('kick', 'old kick', 367), ('kick', 'new kick', 364), ('vote', 'open vote', null), ('ban', 'open ban', null))
      as given (type, label, days)`.execute(site.deps.db);
  await deleteOldCommands(site.deps.db);
  const left = await site.deps.db
    .selectFrom('game_commands')
    .select('detail')
    .where('server_id', '=', server.id)
    .orderBy('id')
    .execute();
  expect(left.map(({ detail }) => detail)).toEqual([
    'new vote',
    'kick',
    'new kick',
    'open vote',
    'open ban',
  ]);
});

test('expired commands say whether the game had fetched them, and others stay', async () => {
  const server = await addTestServer(site);
  const add = (state: 'waiting' | 'sent' | 'failed', seconds: number | null) =>
    site.deps.db
      .insertInto('game_commands')
      .values({
        server_id: server.id,
        type: 'kick',
        args: '{}',
        actor_name: 'Wyn',
        state,
        not_after: seconds === null ? null : new Date(Date.now() + seconds * 1000),
        finished_at: state === 'failed' ? new Date() : null,
      })
      .execute();
  await add('waiting', -1);
  await add('sent', -31);
  await add('sent', -1);
  await add('waiting', 600);
  await add('waiting', null);
  await add('failed', -60);
  const topics = recordTopics(site.deps.live);
  await expireCommands(site.deps);
  expect(topics.take()).toBe('admin');
  await expireCommands(site.deps);
  expect(topics.take()).toBe('');
  const rows = await site.deps.db
    .selectFrom('game_commands')
    .select(['state', 'detail', sql<boolean>`finished_at is not null`.as('isFinished')])
    .where('server_id', '=', server.id)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { state: 'expired', detail: 'The game did not fetch it in time.', isFinished: true },
    { state: 'expired', detail: 'The game did not report a result.', isFinished: true },
    { state: 'sent', detail: null, isFinished: false },
    { state: 'waiting', detail: null, isFinished: false },
    { state: 'waiting', detail: null, isFinished: false },
    { state: 'failed', detail: null, isFinished: true },
  ]);
});

test('the log of admins is told of a new command and when a game fetches it first', async () => {
  const server = await addTestServer(site);
  const topics = recordTopics(site.deps.live);
  await send({ type: 'unban', args: { player: 'Ada' }, serverId: server.id });
  expect(topics.take()).toBe('admin');
  for (const told of ['admin', '']) {
    expect(await poll(server)).toHaveLength(1);
    expect(topics.take()).toBe(told);
  }
});

test('contracts are reloaded once, however often an admin asks before the game fetches it', async () => {
  const [one, two] = [await addTestServer(site), await addTestServer(site)];
  const ask = async () => {
    const body = { type: 'reloadContracts', args: {}, serverId: one.id };
    const answer = await site.app.inject(json('POST', '/api/admin/commands', body, admin));
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ ids: number[] }>().ids;
  };
  const [id] = await ask();
  expect(await ask()).toEqual([]);
  const other = { type: 'reloadContracts', args: {}, serverId: two.id } as const;
  expect(await send(other)).toHaveLength(1);
  expect(await poll(one)).toMatchObject([{ id, type: 'reloadContracts' }]);
  expect(await ask()).toHaveLength(1);
});

test('a command is refused on a site without a game server', async () => {
  const { db } = site.deps;
  await db.updateTable('game_servers').set({ removed_at: new Date() }).execute();
  const body = { type: 'broadcast', args: { message: 'Hello?' } };
  const refused = await site.app.inject(json('POST', '/api/admin/commands', body, admin));
  expect([refused.statusCode, refused.json()]).toMatchObject([
    404,
    { code: 'bridge/server-not-found', error: 'There is no game server yet.' },
  ]);
});

test('a waiting poll is answered as soon as there is a command', async () => {
  const server = await addTestServer(site);
  const neighbour = await addTestServer(site);
  const waiting = poll(server, '?wait=25');
  let isAnswered = false;
  void waiting.then(() => (isAnswered = true));
  await send({ type: 'broadcast', args: { message: 'Not for you' }, serverId: neighbour.id });
  expect(isAnswered).toBe(false);
  // The poll may still be reading or already waiting: the command must reach it either way.
  const [id] = await send({ type: 'broadcast', args: { message: 'Now' }, serverId: server.id });
  expect(await waiting).toMatchObject([{ id, type: 'broadcast', args: { message: 'Now' } }]);
});

test('a poll waits as long as requested, by default not at all', async () => {
  const server = await addTestServer(site);
  expect(await poll(server)).toEqual([]);
  const startedAt = Date.now();
  expect(await poll(server, '?wait=0.2')).toEqual([]);
  expect(Date.now() - startedAt).toBeGreaterThan(150);
  expect((await server.get('/commands?wait=26')).statusCode).toBe(400);
});

test('waiting polls end when the site closes and do not delay it', async () => {
  const closing = await openTestApp();
  const server = await addTestServer(closing);
  // The polls never time out.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let reportAllWaiting = () => {};
  const areAllWaiting = new Promise<void>((resolve) => (reportAllWaiting = resolve));
  let answered = 0;
  const waiting = Array.from({ length: 20 }, async () => {
    const answer = await server.get('/commands?wait=25');
    answered += 1;
    if (answered === 20 - maxWaitersPerServer) reportAllWaiting();
    return answer;
  });
  // Each poll above the limit ends the oldest one: this many answers mean that all 20 have begun to wait.
  await areAllWaiting;
  await server.post('/heartbeat', heartbeat());
  await closing.close();
  for (const answer of await Promise.all(waiting)) expect(answer.json()).toEqual({ commands: [] });
});

test('a command without a server goes to all, a kick to the server the player is on', async () => {
  const crowded = await openTestApp();
  try {
    const [one, two] = [await addTestServer(crowded), await addTestServer(crowded)];
    const queue = (command: GameCommand) =>
      transaction(crowded.deps.db, (trx) => queueCommand(crowded.deps, trx, command));
    const actor = commandLine;
    expect(await queue({ type: 'unban', args: { player: 'Ada' }, actor })).toHaveLength(2);
    expect(await queue({ type: 'kick', args: { player: 'Ada' }, actor })).toHaveLength(2);
    await two.post('/heartbeat', heartbeat({ players: ['ADA'] }));
    const [id, ...more] = await queue({ type: 'kick', args: { player: 'ada' }, actor });
    expect(more).toEqual([]);
    expect((await poll(two)).map((command) => command.id)).toContain(id);
    expect((await poll(one)).map((command) => command.id)).not.toContain(id);
    // A player whom nobody reports may have just logged in, but not on a server that is offline.
    await one.post('/heartbeat', heartbeat({ state: 'offline' }));
    const [kick, ...others] = await queue({ type: 'kick', args: { player: 'Bea' }, actor });
    expect(others).toEqual([]);
    expect((await poll(two)).map((command) => command.id)).toContain(kick);
  } finally {
    await crowded.close();
  }
});

test('a kick does not go to a server that went offline with the player on its list', async () => {
  const [gone, here] = [await addTestServer(site), await addTestServer(site)];
  const onBoth = heartbeat({ players: ['Elsewhere Ed'] });
  await gone.post('/heartbeat', onBoth);
  await here.post('/heartbeat', onBoth);
  expect(await findServersOf(site.deps.db, 'elsewhere_ed')).toEqual([gone.id, here.id]);
  const setOffline = (id: number) =>
    site.deps.db
      .updateTable('game_servers')
      .set({ is_online: false })
      .where('id', '=', id)
      .execute();
  await setOffline(gone.id);
  expect(await findServersOf(site.deps.db, 'elsewhere_ed')).toEqual([here.id]);
  const kick = { type: 'kick', args: { player: 'Elsewhere Ed' } } as const;
  expect(await send(kick)).toHaveLength(1);
  expect(await poll(here)).toMatchObject([kick]);
  expect(await poll(gone)).toEqual([]);
  await setOffline(here.id);
  expect(await findServersOf(site.deps.db, 'elsewhere_ed')).toEqual([]);
});

test('a command is not sent if its transaction is rolled back', async () => {
  const server = await addTestServer(site);
  const undone = transaction(site.deps.db, async (trx) => {
    await queueCommand(site.deps, trx, {
      type: 'broadcast',
      args: { message: 'Never said' },
      actor: commandLine,
      serverId: server.id,
    });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await poll(server)).toEqual([]);
});

test('commands sent by an admin are logged with their sender and result', async () => {
  const server = await addTestServer(site);
  const body = { type: 'broadcast', args: { message: 'Feast at eight' }, serverId: server.id };
  const sent = await site.app.inject(json('POST', '/api/admin/commands', body, admin));
  const [id] = sent.json<{ ids: number[] }>().ids;
  await poll(server);
  await server.post(`/commands/${id}/result`, { status: 'failed', detail: 'Nobody is there.' });
  const log = await site.app.inject({
    url: '/api/admin/commands?type=broadcast&state=failed',
    headers: { cookie: admin.cookie },
  });
  expect(log.json<{ commands: LoggedCommand[] }>().commands[0]).toMatchObject({
    id,
    actor: 'Cmd Admin',
    args: { message: 'Feast at eight' },
    detail: 'Nobody is there.',
  });
  const audited = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name', 'before', 'after'])
    .where('action', '=', 'servers/command-broadcast')
    .where('subject', '=', String(id))
    .executeTakeFirst();
  expect(audited).toEqual({
    actor_name: 'Cmd Admin',
    before: null,
    after: { args: { message: 'Feast at eight' } },
  });
});

test('the log lists the latest commands first, 25 on a page, by type and state', async () => {
  const { db } = site.deps;
  await db.deleteFrom('game_commands').execute();
  const server = await addTestServer(site);
  const { name } = await db
    .selectFrom('game_servers')
    .select('name')
    .where('id', '=', server.id)
    .executeTakeFirstOrThrow();
  await sql`
    insert into game_commands (server_id, type, args, actor_name, state, detail, not_after, finished_at)
    select ${server.id}, case when n % 2 = 0 then 'kick' else 'ban' end, '{}', 'Wyn',
      case when n % 3 = 0 then 'done' else 'waiting' end, n::text,
      case when n = 27 then timestamptz '2026-01-02 03:04:05Z' end,
      case when n = 27 then timestamptz '2026-01-03 03:04:05Z' when n % 3 = 0 then now() end
    from generate_series(1, 27) as n`.execute(db);
  const read = async (query: string) => {
    const url = `/api/admin/commands${query}`;
    const answer = await site.app.inject({ url, headers: { cookie: admin.cookie } });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ commands: LoggedCommand[]; total: number; pages: number }>();
  };
  const details = async (query: string) => {
    const { commands, total } = await read(query);
    return [total, ...commands.map(({ detail }) => Number(detail))];
  };
  const first = await read('');
  expect(first).toMatchObject({ total: 27, pages: 2 });
  expect(first.commands).toHaveLength(25);
  expect(first.commands[0]).toEqual({
    id: expect.any(Number),
    server: name,
    type: 'ban',
    args: {},
    actor: 'Wyn',
    state: 'done',
    detail: '27',
    createdAt: expect.any(String),
    notAfter: '2026-01-02T03:04:05.000Z',
    finishedAt: '2026-01-03T03:04:05.000Z',
  });
  expect(await details('?page=2')).toEqual([27, 2, 1]);
  expect(await details('?type=kick&state=done')).toEqual([4, 24, 18, 12, 6]);
  expect(await details('?state=done')).toEqual([9, 27, 24, 21, 18, 15, 12, 9, 6, 3]);
  expect((await details('?type=ban'))[0]).toBe(14);
  expect(await details('?type=vote')).toEqual([0]);
});

test('a holder of the permission sends all but kicks, which act on players who may be admins', async () => {
  const helper = await addHolder(site, 'Cmd Helper', ['server']);
  const server = await addTestServer(site);
  const post = (body: object) =>
    site.app.inject(json('POST', '/api/admin/commands', { ...body, serverId: server.id }, helper));
  const kick = await post({ type: 'kick', args: { player: 'Cmd Admin' } });
  expect([kick.statusCode, kick.json()]).toMatchObject([403, { code: 'access/admin-only' }]);
  const sent: unknown[] = [];
  for (const command of [
    { type: 'broadcast', args: { message: 'x'.repeat(200) } },
    { type: 'restart', args: { seconds: 0 } },
    { type: 'restart', args: { seconds: 3_600 } },
    { type: 'reloadContracts', args: {} },
  ]) {
    const answer = await post(command);
    expect(answer.statusCode, answer.body).toBe(200);
    sent.push(command);
  }
  expect((await post({ type: 'restart', args: { seconds: 3_601 } })).statusCode).toBe(400);
  expect(await poll(server)).toMatchObject(sent);
});

test('a teleport goes to the server of the player, and a kick to all if each server is offline', async () => {
  const [one, two] = [await addTestServer(site), await addTestServer(site)];
  await two.post('/heartbeat', heartbeat({ players: ['Tall Tess'] }));
  const teleport = {
    type: 'teleport',
    args: { player: 'tall_tess', x: 1, y: 2, height: 0 },
  } as const;
  expect(await send(teleport)).toHaveLength(1);
  expect(await poll(two)).toMatchObject([teleport]);
  expect(await poll(one)).toEqual([]);
  const { db } = site.deps;
  await db
    .updateTable('game_servers')
    .set({ is_online: false, heartbeat_at: new Date() })
    .execute();
  const { n } = await db
    .selectFrom('game_servers')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(await send({ type: 'kick', args: { player: 'Tall Tess' } })).toHaveLength(n);
  // A removed server gets nothing.
  await db
    .updateTable('game_servers')
    .set({ removed_at: new Date() })
    .where('id', '=', one.id)
    .execute();
  expect(await send({ type: 'unban', args: { player: 'Ada' } })).toHaveLength(n - 1);
  const body = { type: 'broadcast', args: { message: 'Hi' }, serverId: one.id };
  const refused = await site.app.inject(json('POST', '/api/admin/commands', body, admin));
  expect(refused.json()).toMatchObject({ code: 'bridge/server-not-found' });
});

test('only admins send commands, and invalid ones are refused', async () => {
  const server = await addTestServer(site);
  const staff = await site.addPlayer('Cmd Staff', 2);
  const broadcast = { type: 'broadcast', args: { message: 'Hi' }, serverId: server.id };
  const refused = await site.app.inject(json('POST', '/api/admin/commands', broadcast, staff));
  expect(refused.statusCode).toBe(403);
  const invalid = [
    { ...broadcast, args: { message: '' } },
    { ...broadcast, args: { message: 'x'.repeat(201) } },
    { type: 'restart', args: { seconds: -1 }, serverId: server.id },
    { type: 'ban', args: { player: 'Ada' }, serverId: server.id },
  ];
  for (const body of invalid) {
    const answer = await site.app.inject(json('POST', '/api/admin/commands', body, admin));
    expect(answer.statusCode, JSON.stringify(body)).toBe(400);
  }
  const missing = { ...broadcast, serverId: 999_999 };
  expect(
    (await site.app.inject(json('POST', '/api/admin/commands', missing, admin))).statusCode,
  ).toBe(404);
  expect(await poll(server)).toEqual([]);
});
