import { afterAll, beforeAll, expect, test } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import {
  findSanctionsInForce,
  imposeSanction,
  liftSanction,
} from '#server/features/sanctions/sanctions.service.ts';
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
  expect(mine(await server.get('/sanctions'))).toEqual([]);
  const later = new Date(Date.now() + 120_000).toISOString();
  expect(mine(await server.get(`/sanctions?since=${later}`))).toEqual([]);
  expect((await server.get('/sanctions?since=yesterday')).statusCode).toBe(400);
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
