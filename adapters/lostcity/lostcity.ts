import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import path from 'node:path';

import type { Heartbeat } from '#shared/endpoints/bridge.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import { createBridge } from '../lib/bridge-client.ts';
import { followCommands } from '../lib/commands.ts';
import { openDurableValue } from '../lib/durable-file.ts';
import { sendHeartbeats } from '../lib/heartbeat.ts';
import { createHiscoresOutbox } from '../lib/hiscores-outbox.ts';
import { reportItemList } from '../lib/item-list.ts';
import type { ReachPoint } from '../lib/kill-points.ts';
import { neverKilled } from '../lib/kill-points.ts';
import type { Log } from '../lib/log.ts';
import { sendNameClaim } from '../lib/name-claims.ts';
import { openRecordStore } from '../lib/record-store.ts';
import { lockStateFolder } from '../lib/state-lock.ts';
import { openFriendChannel } from './friend-channel.ts';
import { createFriends } from './friends.ts';
import { openItemList } from './item-list.ts';
import { openLoginChannel } from './login-channel.ts';
import { createLogin, forever } from './login.ts';
import type { LoginMessage } from './messages.ts';
import { createModerationOutbox } from './moderation-outbox.ts';
import type { PlayerRecord } from './player-records.ts';
import { deliveryKinds } from './receive-deliveries.ts';
import { openRejectedSaves } from './rejected-saves.ts';
import { runCommand, storeContracts } from './run-command.ts';
import { createSessions } from './sessions.ts';
import { createRemoval } from './stale-sessions.ts';

export type LostCityOptions = {
  url: string;
  token: string;
  stateDir: string;
  log: Log;
  host?: string;
  loginPort?: number;
  friendPort?: number;
  profile?: string;
  members?: boolean;
  maxPlayers?: number;
  /** Where the game itself listens. Used to see that it runs while it has no connection here. */
  gameAddress?: { host: string; port: number };
  contractsFile?: string;
  /** The game's `pack/obj.pack` or `data/pack/server/obj.dat`. Other items are not delivered. */
  itemList?: string;
  staleSessionSeconds?: number;
  heartbeatSeconds?: number;
  pollSeconds?: number;
  /** How long the game waits for the answer to a login. */
  gameWaitsMs?: number;
  /** After this time a player who was let in is in the world. */
  entryMs?: number;
  reach?: ReachPoint;
};

export type LostCity = { loginPort: number; friendPort: number; close(): Promise<void> };

const tickSeconds = 0.6;
const version = 'Lost City';
const maxSilenceMs = 20 * 60_000;

export async function startLostCity(options: LostCityOptions): Promise<LostCity> {
  const { url, token, stateDir, log, host = '127.0.0.1', profile = 'main' } = options;
  const { reach = neverKilled, gameWaitsMs = 10_000 } = options;
  const findItems = options.itemList ? await openItemList(options.itemList, log) : undefined;
  const lock = await lockStateFolder(stateDir, log);
  const stopping = new AbortController();
  const bridge = createBridge({ url, token, signal: stopping.signal, log });
  const inState = (name: string): string => path.join(stateDir, name);

  const hiscores = createHiscoresOutbox({
    bridge,
    log,
    pushed: await openDurableValue<Record<string, string>>(inState('hiscores.json'), {}),
  });
  const moderation = createModerationOutbox({
    bridge,
    log,
    entries: await openDurableValue(inState('moderation.json'), []),
  });
  const results = await openDurableValue(inState('commands.json'), {});
  const game = await openDurableValue(inState('game.json'), newGame());
  let isStopping = false;

  const rejected = await openRejectedSaves(inState('rejected'), log);
  const sessions = createSessions({
    bridge,
    players: await openRecordStore<PlayerRecord>(inState('players'), reach),
    rejected,
    reach,
    log,
    gameWaitsMs,
    findItems,
    entryMs: options.entryMs ?? gameWaitsMs * 1.5,
    // The friend channel is opened only after the sessions are loaded.
    canAsk: (nodeId) => friend.isConnected(nodeId),
    onSaved(player, save, observedAt) {
      const row = {
        name: formatUsername(player),
        observedAt,
        playtime: Math.floor(save.playtime * tickSeconds),
        xpTenths: save.stats.map(({ xpTenths }) => xpTenths),
        mode: 'normal',
      };
      hiscores.add(player, row, observedAt);
    },
  });
  await sessions.load();

  const friends = createFriends({
    sessions: sessions.online,
    records: await openRecordStore(inState('friends')),
  });
  await friends.load();
  const friend = await openFriendChannel({
    host,
    port: options.friendPort ?? 45_099,
    profile,
    friends,
    log,
    onPresence: (...presence) => sessions.online.notePresence(...presence),
    onDisconnect: (world) => sessions.online.forgetPresence(world),
    onNameClaim: (player, code) => void sendNameClaim({ bridge, log }, { player, code }),
  });
  const removal = createRemoval({
    sessions,
    friend,
    log,
    signal: stopping.signal,
    answerMs: (options.staleSessionSeconds ?? 20) * 1000,
    silenceMs: maxSilenceMs,
  });
  const logIn = createLogin({
    bridge,
    gameWaitsMs,
    sessions,
    checkSession: (player) => removal.check(player),
    profile,
    members: options.members ?? true,
    log,
  });
  const login = await openLoginChannel({
    host,
    port: options.loginPort ?? 43_500,
    log,
    profile,
    sessions,
    rejected,
    async logIn(message) {
      const reply = await logIn(message);
      const { staffmodlevel: staffLevel, muted_until: mutedUntil = null } = reply;
      if (staffLevel !== undefined) {
        await friend.setStanding(message.username, { staffLevel, mutedUntil });
      }
      return reply;
    },
    async onStartup(nodeId) {
      isStopping = false;
      // All begin before the first player of the new start can log in.
      await Promise.all([game.set(newGame()), sessions.endAll(nodeId), friend.clearWorld(nodeId)]);
      log.info(`World ${nodeId} has started.`);
    },
    async onSanction(sanction) {
      const event = toModerationEvent(sanction);
      await moderation.add(event);
      const { kind, player, until } = event;
      if (kind === 'mute') await friend.setStanding(player, { mutedUntil: until ?? forever });
      if (kind === 'unmute') await friend.setStanding(player, { mutedUntil: null });
    },
  }).catch(async (error: unknown) => {
    await friend.close();
    await lock.release();
    throw error;
  });

  const commands = {
    bridge,
    sessions,
    friend,
    removePlayer: removal.remove,
    renames: { last: Promise.resolve() },
    contractsFile: options.contractsFile ?? inState('contracts.json'),
    onRestart() {
      isStopping = true;
    },
  };

  async function describeGame(): Promise<Heartbeat | undefined> {
    const isConnected = login.connections() > 0 || friend.isConnected();
    if (!isConnected && !(await isListening(options.gameAddress))) return undefined;
    const players = sessions.online.names().map(formatUsername);
    const { bootId, startedAt } = game.get();
    return {
      bootId,
      state: isStopping ? 'stopping' : 'running',
      online: players.length,
      max: options.maxPlayers ?? 2000,
      players,
      version,
      uptime: Math.max(0, (Date.now() - startedAt) / 1000),
      rejectedSaves: await rejected.count(),
      deliveryKinds,
    };
  }

  const loops = [
    hiscores.run(),
    moderation.run(),
    reportItemList({ bridge, log, load: async () => (await findItems?.())?.list() }),
    sendHeartbeats({
      bridge,
      log,
      describe: describeGame,
      ...(options.heartbeatSeconds !== undefined && { seconds: options.heartbeatSeconds }),
    }),
    // Fetch the contracts first, so that a reloadContracts command does not run at the same time.
    storeContracts(commands)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn('The contracts could not be fetched.', error);
      })
      .then(() =>
        followCommands({
          bridge,
          results,
          log,
          reach,
          run: (command, begin) => runCommand({ ...commands, begin }, command),
          ...(options.pollSeconds !== undefined && { waitSeconds: options.pollSeconds }),
        }),
      ),
  ];
  if (!findItems)
    log.warn('ITEM_LIST is not set: items that the game does not have are delivered too.');
  log.info(`Waiting for the game on ${host}: login ${login.port}, friends ${friend.port}.`);

  return {
    loginPort: login.port,
    friendPort: friend.port,
    async close() {
      stopping.abort();
      await login.close();
      await friend.close();
      await Promise.all(loops);
      await sessions.settled();
      await lock.release();
    },
  };
}

function newGame(): { bootId: string; startedAt: number } {
  return { bootId: randomUUID(), startedAt: Date.now() };
}

type Sanction = Extract<LoginMessage, { type: 'player_ban' | 'player_mute' }>;

function toModerationEvent({ type, username, staff, until }: Sanction) {
  const end = until === null || until === undefined ? undefined : new Date(until);
  const isEnded = end !== undefined && end.getTime() <= Date.now();
  const kind = type === 'player_ban' ? ('ban' as const) : ('mute' as const);
  const undone = type === 'player_ban' ? ('unban' as const) : ('unmute' as const);
  return {
    kind: isEnded ? undone : kind,
    player: username,
    staff,
    until: end && !Number.isNaN(end.getTime()) && !isEnded ? end.toISOString() : null,
    reason: 'Given in the game.',
  };
}

function isListening(address: { host: string; port: number } | undefined): Promise<boolean> {
  if (!address) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect({ ...address, timeout: 2000 });
    const finish = (isUp: boolean) => () => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', finish(true));
    socket.once('error', finish(false));
    socket.once('timeout', finish(false));
  });
}
