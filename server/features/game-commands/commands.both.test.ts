import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { addTestServer, heartbeat } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { BridgeCommand } from '#shared/endpoints/bridge-commands.ts';
import type { LoggedCommand } from '#shared/endpoints/game-servers.ts';

import { maxWaitersPerServer } from './command-notifier.service.ts';
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
  await server.post(`/commands/${id}/result`, { status: 'done' });
  expect((await stateOf(id)).state).toBe('done');
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
    .select('actor_name')
    .where('action', '=', 'servers/command-broadcast')
    .where('subject', '=', String(id))
    .executeTakeFirst();
  expect(audited).toEqual({ actor_name: 'Cmd Admin' });
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
