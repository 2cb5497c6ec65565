import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { onTestFinished } from 'vitest';

import { silentLog } from '../lib/log.ts';
import { startLostCity } from '../lostcity/lostcity.ts';
import type { LostCityOptions } from '../lostcity/lostcity.ts';
import type { LoginReply } from '../lostcity/messages.ts';
import { countInBank } from '../lostcity/save-edit.ts';
import { readSave } from '../lostcity/save-format.ts';
import { createFakeGame } from './fake-game.ts';
import type { FakeGame } from './fake-game.ts';
import { startFakeSite } from './fake-site.ts';
import type { FakeSite } from './fake-site.ts';
import { waitFor } from './wait-for.ts';

/** Written by the real game. */
export const fixture = readSave(
  readFileSync(new URL('../lostcity/fixtures/v6-player.sav', import.meta.url)),
);

export function optionsFor(site: FakeSite, stateDir: string): LostCityOptions {
  return {
    url: site.url,
    token: site.token,
    stateDir,
    log: silentLog,
    loginPort: 0,
    friendPort: 0,
    pollSeconds: 0.2,
    gameWaitsMs: 100_000,
  };
}

/** The adapter between a fake website and a fake game, until the test is over. */
export async function openLostCity(given: Partial<LostCityOptions> = {}) {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'wynhold-lostcity-'));
  const site = await startFakeSite();
  for (const name of ['aria', 'bree', 'iron_man']) site.addAccount(name, { password: 'secret' });
  let adapter = await startLostCity({ ...optionsFor(site, stateDir), ...given });
  const game = createFakeGame(adapter);
  onTestFinished(async () => {
    game.disconnect();
    await adapter.close();
    await site.stop();
    await rm(stateDir, { recursive: true, force: true });
  });
  return {
    site,
    stateDir,
    game,
    adapter,
    /** Restarts on the same ports. `whileDown` runs in between. */
    async restart(whileDown?: () => unknown) {
      const { loginPort, friendPort } = adapter;
      await adapter.close();
      await whileDown?.();
      const options = { ...optionsFor(site, stateDir), ...given, loginPort, friendPort };
      adapter = await startLostCity(options);
      return { game };
    },
  };
}

/** Logs the player in with a save that the adapter has stored. */
export async function enter(game: FakeGame, username: string): Promise<void> {
  await game.start();
  await game.logIn(username);
  game.players.set(username, fixture);
  await game.logOut(username);
  await game.logIn(username);
}

/** Retries, because a logout or kick may still be running in the adapter. */
export function logInUntil(
  game: FakeGame,
  username: string,
  response: number,
): Promise<LoginReply> {
  return waitFor(async () => {
    const reply = await game.logIn(username);
    return reply.response === response ? reply : undefined;
  });
}

export function bankOf(game: FakeGame, username: string, item: number): number {
  const save = game.players.get(username);
  return save ? countInBank(save, item) : -1;
}
