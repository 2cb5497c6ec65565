import { randomUUID } from 'node:crypto';
import path from 'node:path';

import type { Heartbeat } from '#shared/endpoints/bridge.ts';
import { formatUsername, toUsernameKey, usernamePattern } from '#shared/rules/usernames.ts';
import { maxExperienceTenths } from '#shared/rules/xp.ts';

import { createBridge } from '../lib/bridge-client.ts';
import { followCommands } from '../lib/commands.ts';
import { openDurableValue } from '../lib/durable-file.ts';
import { sendHeartbeats } from '../lib/heartbeat.ts';
import { createHiscoresOutbox } from '../lib/hiscores-outbox.ts';
import { reportItemList } from '../lib/item-list.ts';
import type { Log } from '../lib/log.ts';
import { isClaimCode, sendNameClaim } from '../lib/name-claims.ts';
import { lockStateFolder } from '../lib/state-lock.ts';
import type { Character } from './character-file.ts';
import { followCharacters } from './character-folder.ts';
import { listenForCalls } from './website-calls.ts';

export type Scape2006Options = {
  url: string;
  token: string;
  stateDir: string;
  charactersDir: string;
  /** The value the game sends as `pass`. */
  password: string;
  log: Log;
  host?: string;
  port?: number;
  maxPlayers?: number;
  settleSeconds?: number;
  scanSeconds?: number;
  heartbeatSeconds?: number;
  pollSeconds?: number;
};

export type Scape2006 = { port: number; close(): Promise<void> };

/** The game calls about every 30 seconds. After this long without a call it counts as offline. */
const silenceMs = 120_000;
const version = '2006Scape, read-only: no deliveries or commands';
/** The game's own hiscores leave out administrators and bots too. A bot's name begins with the mark. */
const firstUnrankedRights = 2;
const botMark = '♥';
const unsupported = {
  status: 'unsupported',
  detail: 'This adapter is read-only: 2006Scape does not accept commands from outside.',
} as const;

/** Read-only, for an unmodified game. Never claims deliveries, because it cannot put items into a player's bank. */
export async function start2006Scape(options: Scape2006Options): Promise<Scape2006> {
  const { url, token, stateDir, log, host = '127.0.0.1', port = 43_580, password } = options;
  const lock = await lockStateFolder(stateDir, log);
  const stopping = new AbortController();
  const { signal } = stopping;
  const bridge = createBridge({ url, token, signal, log });
  const calls = await listenForCalls({ host, port, password }).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  const pushed = await openDurableValue<Record<string, string>>(
    path.join(stateDir, 'hiscores.json'),
    {},
  );
  const hiscores = createHiscoresOutbox({ bridge, log, pushed });
  const results = await openDurableValue(path.join(stateDir, 'commands.json'), {});
  const boot = { id: randomUUID(), at: Date.now() };

  const reportedNames = new Set<string>();
  const sentClaims = new Set<string>();

  /** The code stays in the file as a friend. It is sent once per start of the adapter. */
  function sendClaims({ name: player, friends }: Character): void {
    for (const code of friends.filter(isClaimCode)) {
      const claim = `${player} ${code}`;
      if (!sentClaims.has(claim)) void sendNameClaim({ bridge, log }, { player, code });
      sentClaims.add(claim);
    }
  }

  function addCharacter(character: Character, writtenAt: Date): void {
    const { name, rights, xp, xpRate, counts } = character;
    sendClaims(character);
    if (rights >= firstUnrankedRights || name.startsWith(botMark)) return;
    if (!usernamePattern.test(name)) {
      if (!reportedNames.has(name)) log.warn(`"${name}" is not a valid name on the website.`);
      reportedNames.add(name);
      return;
    }
    const xpTenths = xp.map((points) => Math.min(points * 10, maxExperienceTenths));
    const row = {
      name: formatUsername(name),
      observedAt: writtenAt.toISOString(),
      playtime: null,
      xpTenths,
      mode: xpRate === 1 ? 'normal' : `xp-${xpRate}`,
      counters: counts,
    };
    const mark = [row.mode, ...Object.values(counts), ...xpTenths].join(' ');
    hiscores.add(toUsernameKey(name), row, mark);
  }

  function describeGame(): Heartbeat | undefined {
    const live = [...calls.online.values()].filter(({ at }) => Date.now() - at < silenceMs);
    if (live.length === 0) return undefined;
    return {
      bootId: boot.id,
      state: 'running',
      online: live.reduce((sum, { amount }) => sum + amount, 0),
      max: options.maxPlayers ?? 2000,
      players: [],
      version,
      uptime: (Date.now() - boot.at) / 1000,
      deliveryKinds: [],
    };
  }

  const { settleSeconds = 2, scanSeconds = 30, heartbeatSeconds = 15, pollSeconds = 25 } = options;
  const loops = [
    hiscores.run(),
    // Nothing is sold for this game, even if its token has the scope for deliveries.
    reportItemList({ bridge, log, load: () => ({ items: [] }) }),
    sendHeartbeats({ bridge, log, describe: describeGame, seconds: heartbeatSeconds }),
    followCommands({
      bridge,
      results,
      log,
      run: async () => unsupported,
      waitSeconds: pollSeconds,
    }),
    followCharacters({
      folder: options.charactersDir,
      signal,
      log,
      onCharacter: addCharacter,
      settleMs: settleSeconds * 1000,
      scanMs: scanSeconds * 1000,
    }),
  ];
  log.info(
    `Watching ${options.charactersDir}; listening for the game's calls on ${host}:${calls.port}.`,
  );
  return {
    port: calls.port,
    async close() {
      stopping.abort();
      await calls.close();
      await Promise.all(loops);
      await lock.release();
    },
  };
}
