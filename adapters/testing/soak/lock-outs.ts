import { setTimeout as wait } from 'node:timers/promises';

import type { AdapterProcess } from './adapter-process.ts';
import type { LostCityWorlds } from './lostcity-worlds.ts';

// How long players are refused after a crash, with the adapter's ordinary settings. The worst case is an
// answer that the game did not get: the session may be doubted after 15 s, and the check takes 20 s.

type Options = {
  worlds: LostCityWorlds;
  players: readonly string[];
  password: string;
  /** Starts the adapter with its default settings. */
  start: (killAt?: string) => AdapterProcess;
  report: (line: string) => void;
};

const maxSeconds = 60;

/** Returns the longest lock-out in seconds by what happened. */
export async function measureLockOuts(options: Options): Promise<Record<string, number>> {
  const { worlds, players, password, start, report } = options;
  const { game } = worlds;
  const seconds: Record<string, number> = {};
  let adapter = start();

  async function restart(killAt?: string): Promise<void> {
    await adapter.kill();
    adapter = start(killAt);
  }

  async function logInAll(): Promise<number> {
    const times = await Promise.all(players.map(logInUntilIn));
    return Math.max(...times);
  }

  /** Seconds from the first answer of the adapter until the player is in. */
  async function logInUntilIn(player: string): Promise<number> {
    if (game.players.has(player)) return 0;
    const end = Date.now() + 2 * maxSeconds * 1000;
    let firstAnswerAt: number | undefined;
    while (Date.now() < end && adapter.isRunning()) {
      const isIn = await worlds.logIn(player).catch(() => undefined);
      if (isIn !== undefined) firstAnswerAt ??= Date.now();
      if (isIn) return (Date.now() - (firstAnswerAt ?? Date.now())) / 1000;
      await wait(500);
    }
    throw new Error(`${player} is locked out. ${adapter.output()}`);
  }

  async function measure(what: string, happen: () => Promise<void>): Promise<void> {
    await logInAll();
    await happen();
    const longest = Math.round(await logInAll());
    seconds[what] = longest;
    report(`${what}: locked out for ${longest} s at most`);
    if (longest > maxSeconds) throw new Error(`${what}: locked out for ${longest} s.`);
  }

  await measure('game and adapter crash, the game starts first', async () => {
    worlds.crashGame();
    await restart();
  });
  await measure('the game starts without naming its profile', async () => {
    worlds.crashGame();
    await game.send({ type: 'world_startup', profile: undefined });
  });
  await measure('the adapter is killed before it answers a login', async () => {
    for (const player of players) await game.logOut(player);
    await restart('persisted:1');
    while (adapter.isRunning()) {
      await worlds.logIn(players[0] ?? '').catch(() => {});
      await wait(100);
    }
    await restart();
  });
  await measure('the game does not get the answer to a login', async () => {
    for (const player of players) await game.logOut(player);
    for (const username of players) await game.ask({ type: 'player_login', username, password });
  });
  await adapter.kill();
  return seconds;
}
