import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { purchaseIdOf } from '#server/db/expressions.ts';
import { transaction } from '#server/db/transaction.ts';
import { addDelivery, addTestServer } from '#server/features/bridge/testing/bridge.ts';
import { queueCommand } from '#server/features/game-commands/commands.service.ts';
import { findSanctionsInForce } from '#server/features/sanctions/sanctions.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { silentLog } from '../lib/log.ts';
import { createFakeGame } from '../testing/fake-game.ts';
import type { FakeGame } from '../testing/fake-game.ts';
import { waitFor } from '../testing/wait-for.ts';
import { startLostCity } from './lostcity.ts';
import { countInBank } from './save-edit.ts';
import { readSave } from './save-format.ts';

// Runs the adapter between a fake game and the real website.

const fixture = readSave(readFileSync(new URL('fixtures/v6-player.sav', import.meta.url)));

let site: TestApp;
let url: string;

beforeAll(async () => {
  site = await openTestApp();
  url = await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => site.close());

it('a purchase is in the bank at the next login, and the website knows', async () => {
  const { game } = await open();
  const { id } = await site.addPlayer('Edda');
  await logInFirstTime(game, 'edda');
  const delivery = await addDelivery(site, id, { itemId: 4151, quantity: 2 });
  expect(await logIn(game, 'edda')).toMatchObject({ response: 0, account_id: id });
  expect(countInBank(game.players.get('edda') ?? fixture, 4151)).toBe(2);
  await waitFor(async () => (await stateOf(delivery)) === 'delivered');
  await game.logOut('edda');
  await logIn(game, 'edda');
  expect(countInBank(game.players.get('edda') ?? fixture, 4151)).toBe(2);
});

it('logins use the website’s rank and refusals, and saves reach its hiscores', async () => {
  const { game } = await open();
  const finn = await site.addPlayer('Finn', 2);
  const password = 'only for the game';
  await site.app.inject(json('PUT', '/api/account/game-password', { password }, finn));
  expect(await game.logIn('finn', 'not this one')).toMatchObject({ response: 1 });
  expect(await game.logIn('nobody here', testPassword)).toMatchObject({ response: 1 });
  // Staff can log in only with their game password.
  expect(await game.logIn('finn', testPassword)).toMatchObject({ response: 1 });
  expect(await game.logIn('finn', password)).toMatchObject({ response: 4, staffmodlevel: 2 });
  game.players.set('finn', fixture);
  await game.logOut('finn');
  await waitFor(async () => {
    const answer = await site.app.inject('/api/hiscores/user/finn');
    return answer.statusCode === 200 && answer.body.includes('737627');
  });
});

it('a kick reaches the game and its result reaches the website', async () => {
  const { game, serverId } = await open();
  await site.addPlayer('Greta');
  await game.start();
  await logInFirstTime(game, 'greta');
  await logIn(game, 'greta');
  const [id = 0] = await transaction(site.deps.db, (trx) =>
    queueCommand(site.deps, trx, {
      type: 'kick',
      args: { player: 'Greta' },
      actor: commandLine,
      serverId,
    }),
  );
  await waitFor(async () => {
    const command = await site.deps.db
      .selectFrom('game_commands')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst();
    return command?.state === 'done';
  });
  expect(game.received).toContainEqual({ type: 4, username: 'greta' });
});

it('a ban given in the game makes the website refuse the next login', async () => {
  const { game } = await open();
  const { id } = await site.addPlayer('Hugo');
  await logInFirstTime(game, 'hugo');
  const until = '2099-01-01T00:00:00.000Z';
  await game.send({ type: 'player_ban', staff: 'mod_ash', username: 'hugo', until });
  await waitFor(async () => (await findSanctionsInForce(site.deps.db, id)).length > 0);
  expect(await logIn(game, 'hugo')).toMatchObject({ response: 5 });
});

let address = 0;

/** Uses a new address each time, because the website limits attempts per address. */
function logIn(game: FakeGame, username: string) {
  address += 1;
  return game.logIn(username, testPassword, { remoteAddress: `198.51.100.${address}` });
}

async function logInFirstTime(game: FakeGame, username: string): Promise<void> {
  expect(await logIn(game, username)).toMatchObject({ response: 4 });
  game.players.set(username, fixture);
  await game.logOut(username);
}

async function stateOf(id: string): Promise<string | undefined> {
  const row = await site.deps.db
    .selectFrom('purchases')
    .select('state')
    .where('id', '=', purchaseIdOf(id))
    .executeTakeFirst();
  return row?.state;
}

async function open(): Promise<{ game: FakeGame; serverId: number }> {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'wynhold-lostcity-'));
  const { id: serverId, token } = await addTestServer(site);
  const adapter = await startLostCity({
    url,
    token,
    stateDir,
    log: silentLog,
    loginPort: 0,
    friendPort: 0,
    pollSeconds: 1,
    gameWaitsMs: 100_000,
  });
  const game = createFakeGame(adapter);
  onTestFinished(async () => {
    game.disconnect();
    await adapter.close();
    await rm(stateDir, { recursive: true, force: true });
  });
  return { game, serverId };
}
