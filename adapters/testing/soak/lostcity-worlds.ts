import { setTimeout as wait } from 'node:timers/promises';

import { readSave } from '../../lostcity/save-format.ts';
import type { createRandom } from '../../simulator/random.ts';
import { createFakeGame } from '../fake-game.ts';
import { saveOfVersion } from '../lostcity-saves.ts';
import type { AdapterProcess } from './adapter-process.ts';

// Two worlds of Lost City whose players log in and out, and try to enter twice: under a second spelling,
// on the other world, and as a client that reconnects. An account must never be in the game twice.

type Options = {
  ports: { loginPort: number; friendPort: number };
  players: readonly string[];
  password: string;
  random: ReturnType<typeof createRandom>;
};

export type LostCityWorlds = ReturnType<typeof createLostCityWorlds>;

const entered = new Set([0, 2, 4]);

export function createLostCityWorlds({ ports, players, password, random }: Options) {
  const game = createFakeGame(ports);
  const other = createFakeGame({ ...ports, nodeId: 11 });
  const breaches: string[] = [];
  let doubleLogins = 0;
  let gameCrashes = 0;

  /** Each player has a save of another version. */
  function firstSave(player: string) {
    return readSave(saveOfVersion(6 + (players.indexOf(player) % 4)));
  }

  /** The website limits the attempts per address. */
  function loginOptions(reconnecting = false) {
    const parts = [1, 2, 3].map(() => Math.floor(random.between(0, 255)));
    return { reconnecting, remoteAddress: `10.${parts.join('.')}` };
  }

  async function logIn(player: string): Promise<boolean> {
    const reply = await game.logIn(player, password, loginOptions());
    if (reply.response === 4 && !game.players.has(player)) {
      game.players.set(player, firstSave(player));
    }
    return entered.has(reply.response);
  }

  async function tryToEnterTwice(player: string): Promise<void> {
    doubleLogins += 1;
    const isReconnecting = random.next() < 0.5;
    const secondName = player.replace('_', '__');
    if (secondName !== player) {
      const reply = await game.logIn(secondName, password, loginOptions(isReconnecting));
      if (entered.has(reply.response)) breaches.push(`${player} entered as ${secondName}.`);
    }
    const reply = await other.logIn(player, password, loginOptions(isReconnecting));
    if (!entered.has(reply.response)) return;
    if (game.players.has(player)) breaches.push(`${player} is in two worlds.`);
    if (!other.players.has(player)) other.players.set(player, firstSave(player));
    await other.logOut(player);
  }

  async function logOutAndIn(player: string): Promise<void> {
    if (game.players.has(player)) {
      game.play(player, (save) => save);
      if (random.next() < 0.3) await game.autosave(player);
      if (random.next() < 0.3) await tryToEnterTwice(player);
      if (game.players.has(player)) await game.logOut(player);
    }
    if (!(await logIn(player))) await wait(50);
  }

  return {
    game,
    breaches,
    firstSave,
    logIn,
    figures: () => ({ doubleLogins, gameCrashes }),
    /** Logs all players out and in until the adapter ends. */
    async play(adapter: AdapterProcess, until: number): Promise<void> {
      while (adapter.isRunning() && Date.now() < until) {
        try {
          await game.sendFriendMessage(0);
          await game.finishLogouts();
          for (const player of other.players.keys()) await other.logOut(player);
          await other.finishLogouts();
          for (const player of players) await logOutAndIn(player);
        } catch {
          // The adapter is not up yet or was just killed; try again.
          await wait(50);
        }
      }
    },
    /** The game starts again while no adapter is connected to it. */
    crashGame(): void {
      gameCrashes += 1;
      game.crash();
      other.crash();
    },
    disconnect(): void {
      game.disconnect();
      other.disconnect();
    },
    /** Messages that the worlds got more than once. */
    findRepeats(): string[] {
      return [game, other].flatMap(({ received }) => {
        const texts = received.flatMap(({ message }) => message ?? []);
        return texts.filter((text, at) => texts.indexOf(text) !== at);
      });
    },
  };
}
