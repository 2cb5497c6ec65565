import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import {
  findSanctionsInForce,
  imposeSanction,
  liftSanction,
} from '#server/features/sanctions/sanctions.service.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { addTestServer } from './testing/bridge.ts';
import type { TestServer } from './testing/bridge.ts';

let site: TestApp;
let server: TestServer;
beforeAll(async () => {
  site = await openTestApp();
  server = await addTestServer(site);
});
afterAll(() => site.close());

async function report(...events: object[]) {
  const answer = await server.post('/moderation-events', { events });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ results: { status: string; reason?: string }[] }>().results;
}

async function openCommands(): Promise<string[]> {
  const rows = await site.deps.db
    .selectFrom('game_commands')
    .select('type')
    .where('server_id', '=', server.id)
    .execute();
  return rows.map(({ type }) => type);
}

test('a ban and a mute given in the game apply to the website and are not sent back', async () => {
  const player = await site.addPlayer('In Game');
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const results = await report(
    { kind: 'ban', player: 'in_game', staff: 'Mod Tess', until, reason: 'Botting' },
    { kind: 'mute', player: 'In Game', staff: 'Mod Tess', until: null },
  );
  expect(results).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
  const inForce = await findSanctionsInForce(site.deps.db, player.id);
  expect(inForce).toMatchObject([
    { kind: 'ban', reason: 'Botting', source: 'game', expiresAt: new Date(until) },
    { kind: 'mute', source: 'game', expiresAt: null },
  ]);
  expect(inForce[0]?.issuedBy).toMatch(/^Mod Tess \(World/);
  expect(await openCommands()).toEqual([]);
  const session = await site.app.inject({
    url: '/auth/verify',
    headers: { cookie: player.cookie },
  });
  expect(session.statusCode).not.toBe(200);

  const again = await report({ kind: 'ban', player: 'In Game', staff: 'Mod Tess', until });
  expect(again).toMatchObject([{ status: 'ignored', reason: 'already-so' }]);
  await report({ kind: 'unban', player: 'In Game', staff: 'Mod Tess' });
  expect(await findSanctionsInForce(site.deps.db, player.id)).toMatchObject([{ kind: 'mute' }]);
  expect(await openCommands()).toEqual([]);
});

test('unknown players, past ends and admins are rejected one by one', async () => {
  await site.addPlayer('Safe Owner', 3);
  const fine = await site.addPlayer('Not Safe');
  const past = new Date(Date.now() - 1_000).toISOString();
  expect(
    await report(
      { kind: 'ban', player: 'Nobody At All', staff: 'x' },
      { kind: 'ban', player: 'Safe Owner', staff: 'x' },
      { kind: 'mute', player: 'Not Safe', staff: 'x', until: past },
      { kind: 'mute', player: 'Not Safe', staff: 'x' },
      { kind: 'unban', player: 'Not Safe', staff: 'x' },
    ),
  ).toMatchObject([
    { status: 'rejected', reason: 'unknown-player' },
    { status: 'rejected', reason: 'protected' },
    { status: 'rejected', reason: 'in-the-past' },
    { status: 'accepted' },
    { status: 'ignored', reason: 'already-so' },
  ]);
  expect(await findSanctionsInForce(site.deps.db, fine.id)).toHaveLength(1);
});

test('another end or reason in the game replaces the sanction, and each change is audited', async () => {
  const player = await site.addPlayer('Longer Ban');
  const beside = await site.addPlayer('Beside Ban');
  const [first, second] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000));
  const [until, later] = [first!.toISOString(), second!.toISOString()];
  const topics = recordTopics(site.deps.live);
  await report(
    { kind: 'mute', player: 'Beside Ban', staff: 'Mod Tess', until },
    { kind: 'mute', player: 'Longer Ban', staff: 'Mod Tess', until, reason: 'Spam' },
  );
  expect(topics.take(player)).toContain('admin');
  const results = await report(
    // The same end: nothing changes.
    { kind: 'mute', player: 'Longer Ban', staff: 'Mod Una', until, reason: 'Other' },
    { kind: 'mute', player: 'Longer Ban', staff: '', until: later },
    { kind: 'ban', player: 'Longer Ban', staff: 'Mod Una' },
    { kind: 'mute', player: 'Longer Ban', staff: 'Mod Una', until: null, reason: 'For good' },
    // The end counts only for what begins.
    { kind: 'unmute', player: 'Longer Ban', staff: 'Mod Vic', until: new Date(0).toISOString() },
    { kind: 'unmute', player: 'Longer Ban', staff: 'Mod Vic' },
  );
  expect(results).toEqual([
    { player: 'Longer Ban', status: 'ignored', reason: 'already-so' },
    { player: 'Longer Ban', status: 'accepted' },
    { player: 'Longer Ban', status: 'accepted' },
    { player: 'Longer Ban', status: 'accepted' },
    { player: 'Longer Ban', status: 'accepted' },
    { player: 'Longer Ban', status: 'ignored', reason: 'already-so' },
  ]);
  const { name } = await site.deps.db
    .selectFrom('game_servers')
    .select('name')
    .where('id', '=', server.id)
    .executeTakeFirstOrThrow();
  expect(await findSanctionsInForce(site.deps.db, player.id)).toMatchObject([
    { kind: 'ban', reason: 'Given in the game.', issuedBy: `Mod Una (${name})` },
  ]);
  expect(await findSanctionsInForce(site.deps.db, beside.id)).toMatchObject([
    { kind: 'mute', reason: 'Given in the game.', expiresAt: first },
  ]);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'actor_name', 'ip', 'action', 'before', 'after'])
    .where('subject', '=', 'longer ban')
    .where('action', 'like', 'sanctions/%-in-game')
    .orderBy('id')
    .execute();
  const by = (staff: string, action: string) => ({
    actor_id: null,
    actor_name: `${staff} (${name})`,
    ip: '127.0.0.1',
    action: `sanctions/${action}-in-game`,
  });
  const forGood = { reason: 'For good', until: null };
  expect(entries).toEqual([
    { ...by('Mod Tess', 'mute'), before: null, after: { reason: 'Spam', until } },
    {
      ...by('the game', 'mute'),
      before: { reason: 'Spam', until },
      after: { reason: null, until: later },
    },
    { ...by('Mod Una', 'ban'), before: null, after: { reason: null, until: null } },
    {
      ...by('Mod Una', 'mute'),
      before: { reason: 'Given in the game.', until: later },
      after: forGood,
    },
    { ...by('Mod Vic', 'unmute'), before: forGood, after: null },
  ]);
  const lifted = await site.deps.db
    .selectFrom('sanctions')
    .select(['kind', 'lifted_by'])
    .where('account_id', '=', player.id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(lifted).toEqual({ kind: 'mute', lifted_by: `Mod Vic (${name})` });
});

test('the game lifts sanctions of admins, and sanctions staff with lower rights', async () => {
  const owner = await site.addPlayer('Muted Owner', 3);
  const staff = await site.addPlayer('Game Staff', 2);
  await transaction(site.deps.db, (trx) =>
    imposeSanction(site.deps, trx, {
      accountId: owner.id,
      kind: 'mute',
      reason: 'Spam',
      expiresAt: null,
      source: 'game',
      issuedBy: 'Mod',
    }),
  );
  expect(
    await report(
      { kind: 'mute', player: 'Muted Owner', staff: 'x', until: null },
      { kind: 'unmute', player: 'Muted Owner', staff: 'x' },
      { kind: 'ban', player: 'Game Staff', staff: 'x' },
    ),
  ).toMatchObject([
    { status: 'rejected', reason: 'protected' },
    { status: 'accepted' },
    { status: 'accepted' },
  ]);
  expect(await findSanctionsInForce(site.deps.db, owner.id)).toEqual([]);
  expect(await findSanctionsInForce(site.deps.db, staff.id)).toHaveLength(1);
  const event = { kind: 'mute', player: 'Game Staff', staff: 'x' };
  const send = (events: object[]) => server.post('/moderation-events', { events });
  expect((await send([])).statusCode).toBe(400);
  expect((await send(Array.from({ length: 101 }, () => event))).statusCode).toBe(400);
  expect((await send([{ ...event, reason: 'x'.repeat(501) }])).statusCode).toBe(400);
  const hundred = await send(Array.from({ length: 100 }, () => event));
  expect(hundred.json<{ results: unknown[] }>().results).toHaveLength(100);
});

test('a game fetches the sanctions in force, and then only the changes', async () => {
  const player = await site.addPlayer('Sanctioned');
  const mine = (answer: { json(): unknown }) =>
    (answer.json() as { sanctions: { player: string }[] }).sanctions.filter(
      (one) => one.player === 'Sanctioned',
    );
  expect(mine(await server.get('/sanctions'))).toEqual([]);
  const sanction = {
    accountId: player.id,
    kind: 'mute',
    reason: 'Spam',
    expiresAt: null,
    source: 'game',
    issuedBy: 'Mod',
  } as const;
  await transaction(site.deps.db, (trx) => imposeSanction(site.deps, trx, sanction));
  const first = await server.get('/sanctions');
  expect(mine(first)).toEqual([
    { player: 'Sanctioned', kind: 'mute', reason: 'Spam', until: null, isInForce: true },
  ]);
  await transaction(site.deps.db, (trx) =>
    liftSanction(site.deps, trx, {
      accountId: player.id,
      kind: 'mute',
      liftedBy: 'Mod',
      source: 'game',
    }),
  );
  const { asOf } = first.json<{ asOf: string }>();
  const changed = await server.get(`/sanctions?since=${encodeURIComponent(asOf)}`);
  expect(mine(changed)).toMatchObject([{ isInForce: false }]);
  // A change that committed late may be older than what the game has read.
  const soon = new Date(Date.parse(asOf) + 50_000).toISOString();
  expect(mine(await server.get(`/sanctions?since=${soon}`))).toHaveLength(1);
  expect(mine(await server.get('/sanctions'))).toEqual([]);
  const later = new Date(Date.now() + 120_000).toISOString();
  expect(mine(await server.get(`/sanctions?since=${later}`))).toEqual([]);
  expect((await server.get('/sanctions?since=yesterday')).statusCode).toBe(400);
});

test('a game learns that a sanction has expired before a job has closed it', async () => {
  const { id: accountId } = await site.addPlayer('Time Served');
  const expiresAt = new Date(Date.now() + 3_600_000);
  const mute = { accountId, kind: 'mute', reason: 'Spam', expiresAt } as const;
  await transaction(site.deps.db, (trx) =>
    imposeSanction(site.deps, trx, { ...mute, source: 'game', issuedBy: 'Mod' }),
  );
  await sql`
    update sanctions set issued_at = now() - interval '2 hours', expires_at = now() - interval '1 second'
    where account_id = ${accountId}`.execute(site.deps.db);
  const listSince = async (minutes: number) => {
    const since = new Date(Date.now() + minutes * 60_000).toISOString();
    const { sanctions } = (await server.get(`/sanctions?since=${since}`)).json<{
      sanctions: { player: string }[];
    }>();
    return sanctions.filter(({ player }) => player === 'Time Served');
  };
  expect(await listSince(-5)).toMatchObject([{ kind: 'mute', isInForce: false }]);
  expect(await listSince(2)).toEqual([]);
});

test('a sanction imposed on the website is sent to the game', async () => {
  const player = await site.addPlayer('From Site');
  await transaction(site.deps.db, (trx) =>
    imposeSanction(site.deps, trx, {
      accountId: player.id,
      kind: 'mute',
      reason: 'Spam',
      expiresAt: null,
      source: 'site',
      issuedBy: 'An admin',
    }),
  );
  expect(await openCommands()).toEqual(['mute']);
});
