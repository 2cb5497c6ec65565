import { randomUUID } from 'node:crypto';
import path from 'node:path';

import { fetchSanctions } from '#shared/endpoints/bridge-commands.ts';
import type { BridgeCommand } from '#shared/endpoints/bridge-commands.ts';
import { fetchGameContracts } from '#shared/endpoints/bridge.ts';
import type { Heartbeat, HiscoreRow } from '#shared/endpoints/bridge.ts';
import { formatUsername, toUsernameKey, usernamePattern } from '#shared/rules/usernames.ts';

import { createBridge } from '../lib/bridge-client.ts';
import type { Bridge } from '../lib/bridge-client.ts';
import { followCommands } from '../lib/commands.ts';
import type { CommandOutcome } from '../lib/commands.ts';
import { acknowledge, applyDeliveries, claim } from '../lib/deliveries.ts';
import { openDurableValue } from '../lib/durable-file.ts';
import { every } from '../lib/every.ts';
import { sendHeartbeats } from '../lib/heartbeat.ts';
import { createHiscoresOutbox } from '../lib/hiscores-outbox.ts';
import { reportItemList } from '../lib/item-list.ts';
import type { ReachPoint } from '../lib/kill-points.ts';
import { neverKilled } from '../lib/kill-points.ts';
import type { Log } from '../lib/log.ts';
import { silentLog } from '../lib/log.ts';
import { isClaimCode, sendNameClaim } from '../lib/name-claims.ts';
import { openRecordStore } from '../lib/record-store.ts';
import type { RecordStore } from '../lib/record-store.ts';
import { createSiteSkills } from '../lib/site-skills.ts';
import { lockStateFolder } from '../lib/state-lock.ts';
import { simulatedItems } from './item-list.ts';
import { createRandom } from './random.ts';
import {
  applyDelivery,
  deliveryKinds,
  describeDelivery,
  newcomer,
  newSimPlayer,
  nothingGranted,
  train,
} from './sim-player.ts';
import type { SimPlayer } from './sim-player.ts';
import { findCounters, findSitePlayers, findStart } from './site-players.ts';

export type SimulatorOptions = {
  url: string;
  token: string;
  /** The game's state, which survives a kill. */
  dataDir: string;
  /** Stops the game, like `close`. */
  signal?: AbortSignal;
  log?: Log;
  userAgent?: string;
  seed?: number;
  /** Players who are nearly always online. */
  players?: readonly string[];
  /** Asked every round: players who are online as long as they are named, besides `players`. */
  findGuests?: () => Promise<readonly string[]>;
  /** Whether players from the first page of the website's hiscores play too. */
  withHiscores?: boolean;
  /** How many players are online at a time, besides `players`. */
  crowd?: number;
  roundSeconds?: number;
  /** How many players' levels are sent per round, besides `players`. */
  savesPerRound?: number;
  /** Game seconds per real second. */
  timeScale?: number;
  heartbeatSeconds?: number;
  pollSeconds?: number;
  reach?: ReachPoint;
};

export type Simulator = {
  online(): string[];
  playRound(): Promise<void>;
  /** The actions of a player in a real game. A friend that is the code of a name claim is sent to the website. */
  addFriend(player: string, friend: string): Promise<void>;
  close(): Promise<void>;
};

const maxPlayers = 2000;
const pauseAfterKickMs = 60_000;

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const lock = await lockStateFolder(options.dataDir, options.log ?? silentLog);
  const stopping = new AbortController();
  const signal = options.signal
    ? AbortSignal.any([options.signal, stopping.signal])
    : stopping.signal;
  const { url, token, userAgent, log = silentLog } = options;
  const bridge = createBridge({ url, token, signal, log, userAgent });
  const inState = (name: string): string => path.join(options.dataDir, name);
  const hiscores = createHiscoresOutbox({
    bridge,
    log,
    pushed: await openDurableValue<Record<string, string>>(inState('hiscores.json'), {}),
  });
  const results = await openDurableValue(inState('commands.json'), {});
  const store = await openRecordStore<SimPlayer>(inState('players'), options.reach);
  const onSaved: GameDeps['onSaved'] = (name, row, mark) => hiscores.add(name, row, mark);
  const game = createGame({ ...options, bridge, store, log, onSaved });

  const { roundSeconds = 15, heartbeatSeconds = 15, pollSeconds = 25 } = options;
  const onError = (error: unknown): void => log.warn('A game round failed.', error);
  const loops = [
    hiscores.run(),
    sendHeartbeats({ bridge, log, describe: game.describe, seconds: heartbeatSeconds }),
    followCommands({
      bridge,
      results,
      log,
      waitSeconds: pollSeconds,
      ...(options.reach && { reach: options.reach }),
      async run(command, begin) {
        await begin();
        return game.run(command);
      },
    }),
    game.finishOldDeliveries(),
    reportItemList({ bridge, log, load: () => simulatedItems }),
    every({ ms: roundSeconds * 1000, signal, onError }, game.playRound),
  ];
  const ended = Promise.all(loops).then(() => lock.release());
  return {
    online: game.online,
    playRound: game.playRound,
    async addFriend(player, friend) {
      if (isClaimCode(friend)) await sendNameClaim({ bridge, log }, { player, code: friend });
    },
    close() {
      stopping.abort();
      return ended;
    },
  };
}

type GameDeps = SimulatorOptions & {
  bridge: Bridge;
  store: RecordStore<SimPlayer>;
  log: Log;
  onSaved: (name: string, row: HiscoreRow, mark: string) => void;
};

function createGame(deps: GameDeps) {
  const { bridge, store, log, reach = neverKilled, timeScale = 1, crowd = 12 } = deps;
  const { userAgent } = deps;
  const site = { url: deps.url.replace(/\/+$/, ''), signal: bridge.signal, userAgent };
  const random = createRandom(deps.seed ?? 1);
  const regulars = toKeys(deps.players ?? []);
  const online = new Map<string, SimPlayer>();
  const loginBlockedUntil = new Map<string, number>();
  let guests: string[] = [];
  let others: string[] = [];
  let boot = { id: randomUUID(), at: Date.now() };
  let state: Heartbeat['state'] = 'running';
  let lastRoundAt = Date.now();
  let hasSanctions = false;
  let counters: Awaited<ReturnType<typeof findCounters>> = [];
  const siteSkills = createSiteSkills(bridge);

  let round: Promise<void> = Promise.resolve();

  /** Rounds run one at a time, also if several callers ask for one. */
  function playRound(): Promise<void> {
    const result = round.catch(() => {}).then(playNow);
    round = result;
    return result;
  }

  async function playNow(): Promise<void> {
    if (state !== 'running') return;
    if (!hasSanctions) await followSanctions();
    if (others.length === 0 && deps.withHiscores !== false)
      others = await findSitePlayers(site, regulars);
    counters = await findCounters(site);
    await welcomeGuests();
    const skills = await siteSkills.get();
    const seconds = ((Date.now() - lastRoundAt) / 1000) * timeScale;
    lastRoundAt = Date.now();
    const keys = counters.map(({ key }) => key);
    for (const [name, player] of online) {
      online.set(name, train(player, { seconds, skills, counters: keys, random }));
    }
    await changeCrowd();
    const saved = choose([...online.keys()], deps.savesPerRound ?? 4);
    const watched = [...regulars, ...guests].filter((one) => online.has(one));
    for (const name of new Set([...watched, ...saved])) {
      await receive(name);
      await save(name);
    }
  }

  async function welcomeGuests(): Promise<void> {
    const named = toKeys((await deps.findGuests?.()) ?? []);
    const left = guests.filter((name) => !named.includes(name) && online.has(name));
    guests = named.filter((name) => !regulars.includes(name));
    for (const name of left) await logOut(name);
    for (const name of guests) if (!online.has(name)) await logIn(name);
  }

  /** Logs some players in and out. The crowd stays near its target size. */
  async function changeCrowd(): Promise<void> {
    for (const name of regulars) if (!online.has(name)) await logIn(name);
    const present = others.filter((name) => online.has(name));
    const absent = others.filter((name) => !online.has(name));
    const missing = crowd - present.length;
    const coming = missing > 3 ? Math.min(missing, 4) : random.next() < 0.35 ? 1 : 0;
    for (const name of choose(absent, coming)) await logIn(name);
    const going = present.length >= crowd && random.next() < 0.6 ? 1 : 0;
    for (const name of choose(present, going)) await logOut(name);
  }

  function choose(names: string[], count: number): string[] {
    const left = [...names];
    const chosen: string[] = [];
    while (chosen.length < count && left.length > 0) {
      chosen.push(...left.splice(Math.floor(random.between(0, left.length)), 1));
    }
    return chosen;
  }

  async function logIn(name: string): Promise<void> {
    if ((loginBlockedUntil.get(name) ?? 0) > Date.now()) return;
    await store.exclusively(name, async () => {
      const player = await load(name);
      if (!player.isBanned) online.set(name, player);
    });
    if (online.has(name)) await receive(name);
  }

  async function load(name: string): Promise<SimPlayer> {
    const known = online.get(name) ?? (await store.find(name));
    // Players stored by an earlier version have no mode, counts, grants and commands.
    if (known) return { ...newcomer, ...nothingGranted, ...known };
    const skills = await siteSkills.get();
    const fresh = newSimPlayer(skills, await findStart(site, name, { skills, counters }));
    return { ...fresh, training: random.pick(skills)?.gameId ?? 0 };
  }

  async function logOut(name: string): Promise<void> {
    await save(name);
    online.delete(name);
  }

  /** Stores first, then reports, so that the website never has more than the game has stored. */
  async function save(name: string): Promise<void> {
    await change(name, (player) => player);
    const player = online.get(name);
    if (!player) return;
    const row = {
      name: formatUsername(name),
      observedAt: new Date().toISOString(),
      playtime: Math.floor(player.playtime),
      xpTenths: player.xpTenths,
      mode: player.mode,
      counters: player.counts,
    };
    const mark = [player.mode, ...Object.values(player.counts), ...player.xpTenths].join(' ');
    deps.onSaved(name, row, mark);
  }

  /** Makes one durable write, and updates the player in memory if online. */
  function change(name: string, edit: (player: SimPlayer) => SimPlayer): Promise<SimPlayer> {
    return store.exclusively(name, async () => {
      const player = edit(await load(name));
      await store.write(name, player);
      if (online.has(name)) online.set(name, player);
      return player;
    });
  }

  async function receive(name: string): Promise<void> {
    const player = await store.exclusively(name, () => load(name));
    // After a crash the session name is the same, so the website returns what this claim already holds.
    const session = `${name} ${player.claims}`;
    const { items, leaseId } = await claim(bridge, { player: name, session }, { attempts: 4 });
    if (items.length === 0) return;
    reach('claimed');
    let refused: Parameters<typeof acknowledge>[0]['refused'] = [];
    await change(name, (current) => {
      const applied = applyDeliveries(current, items, {
        kinds: deliveryKinds,
        apply: applyDelivery,
      });
      refused = applied.refused;
      reach('applied');
      return { ...applied.state, claims: current.claims + 1 };
    });
    reach('persisted');
    const failed = new Set(refused.map(({ id }) => id));
    for (const item of items)
      if (!failed.has(item.id)) log.info(`${name} receives: ${describeDelivery(item)}`);
    await finishDeliveries(name, { refused, leaseId });
  }

  type Outcome = Pick<Parameters<typeof acknowledge>[0], 'refused' | 'leaseId'>;

  async function finishDeliveries(name: string, outcome: Outcome): Promise<void> {
    const { unacknowledged: applied } = await store.exclusively(name, () => load(name));
    const known = await acknowledge({ bridge, reach, log, applied, ...outcome });
    if (known.length === 0) return;
    await change(name, (player) => ({
      ...player,
      unacknowledged: player.unacknowledged.filter((id) => !known.includes(id)),
    }));
  }

  /** Acknowledges deliveries that were applied before a crash and may not be acknowledged yet. */
  async function finishOldDeliveries(): Promise<void> {
    try {
      for (const name of await store.list()) {
        const player = await store.find(name);
        if (!player?.unacknowledged.length) continue;
        await finishDeliveries(name, { refused: [], leaseId: null });
      }
    } catch (error) {
      if (!bridge.signal.aborted) log.warn('Old deliveries are not acknowledged yet.', error);
    }
  }

  async function followSanctions(): Promise<void> {
    const { sanctions } = await bridge.call(fetchSanctions, { query: {} }, { attempts: 3 });
    for (const { player, kind, until, isInForce } of sanctions) {
      if (!isInForce || !usernamePattern.test(player)) continue;
      const edit = kind === 'ban' ? { isBanned: true } : { mutedUntil: until ?? forever };
      await change(toUsernameKey(player), (one) => ({ ...one, ...edit }));
    }
    hasSanctions = true;
  }

  async function kick(name: string): Promise<string> {
    if (!online.has(name)) return 'The player is not online.';
    loginBlockedUntil.set(name, Date.now() + pauseAfterKickMs / timeScale);
    await logOut(name);
    return 'Kicked.';
  }

  async function rename(from: string, to: string): Promise<CommandOutcome> {
    if (online.has(from)) await logOut(from);
    const outcome = await store.exclusively(from, () => store.rename(from, to));
    if (outcome === 'taken') return { status: 'failed', detail: 'The game already has that name.' };
    return {
      status: 'done',
      detail: outcome === 'renamed' ? 'Renamed.' : 'There is no character.',
    };
  }

  async function restart(seconds: number): Promise<CommandOutcome> {
    state = 'stopping';
    const timer = setTimeout(
      () => {
        restartNow().catch((error: unknown) => log.warn('The restart failed.', error));
      },
      (seconds * 1000) / timeScale,
    );
    bridge.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    return { status: 'done', detail: `Restarting in ${seconds} s.` };
  }

  async function restartNow(): Promise<void> {
    for (const name of online.keys()) await logOut(name);
    boot = { id: randomUUID(), at: Date.now() };
    lastRoundAt = Date.now();
    state = 'running';
  }

  async function run(command: BridgeCommand): Promise<CommandOutcome> {
    switch (command.type) {
      case 'broadcast':
        log.info(`Broadcast: ${command.args.message}`);
        return { status: 'done', detail: `Shown to ${online.size} players.` };
      case 'vote': {
        const { player, list } = command.args;
        log.info(`Vote: ${player} on ${list}`);
        return { status: 'done', detail: `Shown to ${online.size} players.` };
      }
      case 'restart':
        return restart(command.args.seconds);
      case 'reloadContracts': {
        const { contracts } = await bridge.call(fetchGameContracts, {}, { attempts: 3 });
        return { status: 'done', detail: `${contracts.length} contracts.` };
      }
      default:
        return runOnPlayer(command);
    }
  }

  type OnPlayer = Exclude<
    BridgeCommand,
    { type: 'broadcast' | 'vote' | 'restart' | 'reloadContracts' }
  >;

  async function runOnPlayer(command: OnPlayer): Promise<CommandOutcome> {
    const name = toUsernameKey(command.args.player);
    if (!usernamePattern.test(name)) return { status: 'failed', detail: 'No such player.' };
    if (command.type === 'rename') return rename(name, toUsernameKey(command.args.name));
    if (command.type === 'kick') return { status: 'done', detail: await kick(name) };
    await change(name, (player) => ({ ...player, ...effectOf(command) }));
    if (command.type === 'ban') await kick(name);
    return { status: 'done' };
  }

  return {
    playRound,
    run,
    finishOldDeliveries,
    online: () => [...online.keys()],
    describe: (): Heartbeat => ({
      bootId: boot.id,
      state,
      online: online.size,
      max: maxPlayers,
      players: [...online.keys()].map(formatUsername),
      version: 'Simulator',
      uptime: (Date.now() - boot.at) / 1000,
      deliveryKinds: [...deliveryKinds],
    }),
  };
}

function toKeys(names: readonly string[]): string[] {
  return names.filter((name) => usernamePattern.test(name)).map(toUsernameKey);
}

const forever = '9999-12-31T23:59:59.000Z';

type Effect = Extract<
  BridgeCommand,
  { type: 'mute' | 'unmute' | 'ban' | 'unban' | 'teleport' | 'setRank' }
>;

function effectOf(command: Effect | Extract<BridgeCommand, { type: 'kick' }>): Partial<SimPlayer> {
  switch (command.type) {
    case 'mute':
      return { mutedUntil: command.args.until ?? forever };
    case 'unmute':
      return { mutedUntil: null };
    case 'ban':
      return { isBanned: true };
    case 'unban':
      return { isBanned: false };
    case 'setRank':
      return { rank: command.args.rank };
    case 'teleport': {
      const { x, y, height } = command.args;
      return { place: { x, y, height } };
    }
    default:
      return {};
  }
}
