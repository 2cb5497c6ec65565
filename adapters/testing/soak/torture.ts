import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { KillPoint } from '../../lib/kill-points.ts';
import { openRecordStore } from '../../lib/record-store.ts';
import type { PlayerRecord } from '../../lostcity/player-records.ts';
import { decodeSave } from '../../lostcity/player-records.ts';
import { countInBank } from '../../lostcity/save-edit.ts';
import { readSave } from '../../lostcity/save-format.ts';
import { createRandom } from '../../simulator/random.ts';
import type { SimPlayer } from '../../simulator/sim-player.ts';
import { createFakeGame } from '../fake-game.ts';
import { waitFor } from '../wait-for.ts';
import { runAdapter } from './adapter-process.ts';
import type { AdapterProcess } from './adapter-process.ts';

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
  report?: (line: string) => void;
};

export type TortureResult = {
  rounds: number;
  purchases: number;
  siteCrashes: number;
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
const fixture = readSave(
  readFileSync(new URL('../../lostcity/fixtures/v6-player.sav', import.meta.url)),
);

export async function torture(options: TortureOptions): Promise<TortureResult> {
  const { site, players, folder, report = () => {} } = options;
  const random = createRandom(options.seed);
  const bought = new Map<string, number>();
  const kills: Record<string, number> = {};
  let purchases = 0;
  let siteCrashes = 0;
  const game = createFakeGame(options.ports);

  function start(kind: Kind, killAt?: string): AdapterProcess {
    return runAdapter(options.commands[kind], {
      BRIDGE_URL: site.url,
      BRIDGE_TOKEN: site.tokens[kind],
      STATE_DIR: path.join(folder, kind),
      PLAYERS: players.simulator.join(','),
      WITH_HISCORES: 'off',
      ROUND_SECONDS: '0.2',
      LOGIN_PORT: String(options.ports.loginPort),
      FRIEND_PORT: String(options.ports.friendPort),
      STALE_SESSION_SECONDS: '0.2',
      ...(killAt && { KILL_AT: killAt }),
    });
  }

  async function buySome(kind: Kind): Promise<void> {
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

  /** Reconnects the world and logs all players out and in until the adapter ends. */
  async function playLostCity(adapter: AdapterProcess, until: number): Promise<void> {
    while (adapter.isRunning() && Date.now() < until) {
      try {
        await game.sendFriendMessage(0);
        for (const player of players.lostcity) await logOutAndIn(player);
      } catch {
        // The adapter is not up yet or was just killed; try again.
        await wait(50);
      }
    }
  }

  async function logOutAndIn(player: string): Promise<void> {
    if (game.players.has(player)) {
      game.play(player, (save) => save);
      if (random.next() < 0.3) await game.autosave(player);
      await game.logOut(player);
    }
    const address = `10.${[1, 2, 3].map(() => Math.floor(random.between(0, 255))).join('.')}`;
    const reply = await game.logIn(player, options.password, { remoteAddress: address });
    if (reply.response === 4) game.players.set(player, fixture);
    else if (reply.response !== 0) await wait(50);
  }

  async function playRound(round: number): Promise<void> {
    const kind: Kind = round % 2 === 0 ? 'simulator' : 'lostcity';
    const crashing = random.next() < 0.25 ? crashSite(random.between(0, 1500)) : undefined;
    await buySome(kind);
    // The first 12 rounds kill both adapters at every point; later rounds also at its 2nd or 3rd time.
    const turn = round >> 1;
    const point = points[turn % points.length] ?? 'persisted';
    const time = turn < points.length ? 1 : Math.floor(random.between(1, 4));
    const killAt = `${point}:${time}`;
    const adapter = start(kind, killAt);
    const until = Date.now() + options.roundMs;
    const playing = kind === 'lostcity' ? playLostCity(adapter, until) : undefined;
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
      const playing = playLostCity(adapters[1], Date.now() + ms);
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
      game.disconnect();
    }
  }

  async function isAllDelivered(adapters: readonly AdapterProcess[]): Promise<boolean> {
    if (adapters.some((adapter) => !adapter.isRunning())) throw new Error('An adapter ended.');
    return (await site.countUndelivered()) === 0;
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
      const save = record?.save ? decodeSave(record.save) : fixture;
      const count = (item: number) => countInBank(save, item) - countInBank(fixture, item);
      checkBank('lostcity', player, { isEnd, count });
      checkApplied(player, record);
    }
  }

  function checkBank(
    kind: Kind,
    player: string,
    { isEnd, count }: { isEnd: boolean; count: (itemId: number) => number },
  ): void {
    for (const { itemId } of goods) {
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
  return { rounds: options.rounds, purchases, siteCrashes, kills };
}

function checkApplied(player: string, record: { applied: string[] } | undefined): void {
  const applied = record?.applied ?? [];
  if (new Set(applied).size !== applied.length) {
    throw new Error(`${player} has a delivery recorded twice.`);
  }
}
