import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { KillPoint } from '../../lib/kill-points.ts';
import { openRecordStore } from '../../lib/record-store.ts';
import type { PlayerRecord } from '../../lostcity/player-records.ts';
import { decodeSave } from '../../lostcity/player-records.ts';
import { countInBank } from '../../lostcity/save-edit.ts';
import { createRandom } from '../../simulator/random.ts';
import type { SimPlayer } from '../../simulator/sim-player.ts';
import { waitFor } from '../wait-for.ts';
import { runAdapter } from './adapter-process.ts';
import type { AdapterProcess } from './adapter-process.ts';
import { measureLockOuts } from './lock-outs.ts';
import { createLostCityWorlds } from './lostcity-worlds.ts';

// Kills adapters and website repeatedly while purchases are being delivered. At the end each purchase
// must be in its buyer's bank exactly once; meanwhile a bank never holds more than was bought.

export type SoakSite = {
  url: string;
  tokens: { simulator: string; lostcity: string };
  /** Resolves once the purchase is confirmed. */
  buy(player: string, itemId: number, quantity: number): Promise<void>;
  /** Sends SIGKILL and restarts the site. */
  crash(): Promise<void>;
  countUndelivered(): Promise<number>;
  /** False if the website does not sell it. */
  buyUnknown(player: string, itemId: number): Promise<boolean>;
  broadcast(message: string): Promise<void>;
};

type Kind = 'simulator' | 'lostcity';

export type TortureOptions = {
  site: SoakSite;
  rounds: number;
  seed: number;
  /** Holds the adapters' state. */
  folder: string;
  commands: Record<Kind, readonly string[]>;
  players: Record<Kind, readonly string[]>;
  /** Ports of the Lost City adapter. */
  ports: { loginPort: number; friendPort: number };
  password: string;
  /** Longest time until an unacknowledged delivery is offered again. */
  leaseMs: number;
  /** After this time an adapter that has not reached its kill point is killed anyway. */
  roundMs: number;
  /** How long the last deliveries may take, in addition to `leaseMs`, after the last kill. */
  settleMs: number;
  /** Whether to measure at the end how long players are locked out. It takes minutes. */
  hasLockOuts?: boolean;
  report?: (line: string) => void;
};

export type TortureResult = {
  rounds: number;
  purchases: number;
  /** Purchases of an item that Lost City does not have. */
  unknownBought: number;
  siteCrashes: number;
  gameCrashes: number;
  doubleLogins: number;
  /** Longest lock-outs in seconds, by what happened. */
  lockOuts?: Record<string, number>;
  /** Counts per kill point; `outside` counts kills by a signal at `roundMs`. */
  kills: Record<string, number>;
};

const points: readonly KillPoint[] = [
  'claimed',
  'applied',
  'writing',
  'written',
  'persisted',
  'acknowledged',
  'noted',
  'ran',
];

/** Items for sale, with the quantity per purchase. */
export const goods = [
  { itemId: 995, quantity: 250 },
  { itemId: 1042, quantity: 1 },
  { itemId: 1050, quantity: 3 },
  { itemId: 4151, quantity: 1 },
  { itemId: 4587, quantity: 300 },
  { itemId: 6585, quantity: 2 },
];
/** The simulated game has it, Lost City does not. */
export const unknownItem = 9470;
/** Sessions in doubt are checked at once, so that a round is long enough. */
const hasty: Record<string, string> = { STALE_SESSION_SECONDS: '0.2' };

export async function torture(options: TortureOptions): Promise<TortureResult> {
  const { site, players, folder, report = () => {} } = options;
  const random = createRandom(options.seed);
  const bought = new Map<string, number>();
  const kills: Record<string, number> = {};
  let purchases = 0;
  let siteCrashes = 0;
  let unknownBought = 0;
  const itemList = path.join(folder, 'obj.dat');
  // The game's packed list begins with the number of its items.
  await writeFile(itemList, Buffer.of(7000 >> 8, 7000 & 0xff, 0));
  const worlds = createLostCityWorlds({
    ports: options.ports,
    players: players.lostcity,
    password: options.password,
    random,
  });

  function start(kind: Kind, killAt?: string, settings = hasty): AdapterProcess {
    return runAdapter(options.commands[kind], {
      BRIDGE_URL: site.url,
      BRIDGE_TOKEN: site.tokens[kind],
      STATE_DIR: path.join(folder, kind),
      PLAYERS: players.simulator.join(','),
      WITH_HISCORES: 'off',
      ROUND_SECONDS: '0.2',
      LOGIN_PORT: String(options.ports.loginPort),
      FRIEND_PORT: String(options.ports.friendPort),
      ITEM_LIST: itemList,
      ...(killAt && { KILL_AT: killAt }),
      ...settings,
    });
  }

  /** The game does not have this item: it is never in the bank. */
  async function buyUnknown(): Promise<void> {
    const player = random.pick(players.lostcity) ?? '';
    if (await site.buyUnknown(player, unknownItem)) unknownBought += 1;
  }

  async function buySome(kind: Kind): Promise<void> {
    if (kind === 'lostcity' && random.next() < 0.2) await buyUnknown();
    const count = Math.floor(random.between(1, 4));
    for (let n = 0; n < count; n++) {
      const player = random.pick(players[kind]) ?? '';
      const { itemId, quantity } = random.pick(goods) ?? { itemId: 995, quantity: 250 };
      await site.buy(player, itemId, quantity);
      const key = `${kind} ${player} ${itemId}`;
      bought.set(key, (bought.get(key) ?? 0) + quantity);
      purchases += 1;
    }
  }

  async function playRound(round: number): Promise<void> {
    const kind: Kind = round % 2 === 0 ? 'simulator' : 'lostcity';
    const crashing = random.next() < 0.25 ? crashSite(random.between(0, 1500)) : undefined;
    await buySome(kind);
    await site.broadcast(`Round ${round}`);
    if (kind === 'lostcity' && random.next() < 0.3) worlds.crashGame();
    // The first 16 rounds kill both adapters at every point; later rounds also at its 2nd or 3rd time.
    const turn = round >> 1;
    const point = points[turn % points.length] ?? 'persisted';
    const time = turn < points.length ? 1 : Math.floor(random.between(1, 4));
    const killAt = `${point}:${time}`;
    const adapter = start(kind, killAt);
    const until = Date.now() + options.roundMs;
    const playing = kind === 'lostcity' ? worlds.play(adapter, until) : undefined;
    const hasKilledItself = await adapter.hasEnded(options.roundMs);
    if (hasKilledItself && !adapter.wasKilled()) throw new Error(adapter.output());
    if (!hasKilledItself) await adapter.kill();
    const where = hasKilledItself ? point : 'outside';
    kills[where] = (kills[where] ?? 0) + 1;
    await playing;
    await crashing;
    if (/Setting|Error:/.test(adapter.output())) throw new Error(adapter.output());
    await checkBanks(false);
    report(`round ${round + 1}: ${kind} killed at ${where}`);
  }

  async function crashSite(afterMs: number): Promise<void> {
    await wait(afterMs);
    await site.crash();
    siteCrashes += 1;
  }

  /** Runs without kills until everything is delivered. */
  async function settle(): Promise<void> {
    const adapters = [start('simulator'), start('lostcity')] as const;
    const ms = options.leaseMs + options.settleMs;
    try {
      const playing = worlds.play(adapters[1], Date.now() + ms);
      await waitFor(() => isAllDelivered(adapters), { what: 'the last deliveries', ms });
      await adapters[1].kill();
      await playing;
    } catch (error) {
      const outputs = adapters.map((adapter) => adapter.output()).join('\n');
      throw new Error(`The last deliveries did not arrive. Output of the adapters:\n${outputs}`, {
        cause: error,
      });
    } finally {
      for (const adapter of adapters) await adapter.kill();
      worlds.disconnect();
    }
  }

  async function isAllDelivered(adapters: readonly AdapterProcess[]): Promise<boolean> {
    if (adapters.some((adapter) => !adapter.isRunning())) throw new Error('An adapter ended.');
    return (await site.countUndelivered()) === unknownBought;
  }

  async function checkBanks(isEnd: boolean): Promise<void> {
    const simulator = await openRecordStore<SimPlayer>(path.join(folder, 'simulator', 'players'));
    const lostcity = await openRecordStore<PlayerRecord>(path.join(folder, 'lostcity', 'players'));
    for (const player of players.simulator) {
      const record = await simulator.find(player);
      checkBank('simulator', player, { isEnd, count: (item) => record?.bank[item] ?? 0 });
      checkApplied(player, record);
    }
    for (const player of players.lostcity) {
      const record = await lostcity.find(player);
      const first = worlds.firstSave(player);
      const save = record?.save ? decodeSave(record.save) : first;
      const count = (item: number) => countInBank(save, item) - countInBank(first, item);
      checkBank('lostcity', player, { isEnd, count });
      if (save.version !== first.version) throw new Error(`${player}'s save changed its version.`);
      checkApplied(player, record);
    }
  }

  function checkBank(
    kind: Kind,
    player: string,
    { isEnd, count }: { isEnd: boolean; count: (itemId: number) => number },
  ): void {
    for (const { itemId } of [...goods, { itemId: unknownItem }]) {
      const expected = bought.get(`${kind} ${player} ${itemId}`) ?? 0;
      const found = count(itemId);
      const isRight = isEnd ? found === expected : found <= expected;
      if (!isRight) {
        throw new Error(`${kind}: ${player} bought ${expected} of item ${itemId}, has ${found}.`);
      }
    }
  }

  for (let round = 0; round < options.rounds; round++) await playRound(round);
  await settle();
  await checkBanks(true);
  const breaches = [...worlds.breaches, ...worlds.findRepeats().map((text) => `Twice: ${text}`)];
  if (breaches.length > 0) throw new Error(breaches.join('\n'));
  const lockOuts = options.hasLockOuts
    ? await measureLockOuts({
        worlds,
        players: players.lostcity,
        password: options.password,
        start: (killAt) => start('lostcity', killAt, {}),
        report,
      })
    : undefined;
  worlds.disconnect();
  return {
    rounds: options.rounds,
    purchases,
    unknownBought,
    siteCrashes,
    kills,
    ...worlds.figures(),
    ...(lockOuts && { lockOuts }),
  };
}

function checkApplied(player: string, record: { applied: string[] } | undefined): void {
  const applied = record?.applied ?? [];
  if (new Set(applied).size !== applied.length) {
    throw new Error(`${player} has a delivery recorded twice.`);
  }
}
