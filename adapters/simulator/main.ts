import * as z from 'zod';

import { bridgeScopes } from '#shared/endpoints/bridge.ts';

import { checkSite } from '../lib/check-site.ts';
import { checkStateFolder } from '../lib/check.ts';
import { createKillPoints } from '../lib/kill-points.ts';
import { createLog } from '../lib/log.ts';
import { runProgram } from '../lib/run-program.ts';
import { bridgeSettings, flag } from '../lib/settings.ts';
import { startSimulator } from './simulator.ts';

const positive = z.coerce.number('must be a number').positive('must be more than 0');

/** Texts separated by commas. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

const Settings = z.object({
  ...bridgeSettings,
  STATE_DIR: z.string().default('./data/adapter-simulator'),
  SEED: z.coerce.number('must be a number').int('must be a whole number').default(1),
  PLAYERS: list,
  ADD_FRIENDS: list,
  WITH_HISCORES: flag.default(true),
  CROWD: z.coerce.number('must be a number').int().min(0).max(1900).default(12),
  ROUND_SECONDS: positive.default(15),
  SAVES_PER_ROUND: z.coerce.number('must be a number').int().min(0).default(4),
  TIME_SCALE: positive.default(1),
  HEARTBEAT_SECONDS: positive.default(15),
  KILL_AT: z.string().optional(),
});

type Settings = z.output<typeof Settings>;

async function start(settings: Settings) {
  const simulator = await startSimulator({
    url: settings.BRIDGE_URL,
    token: settings.BRIDGE_TOKEN,
    dataDir: settings.STATE_DIR,
    log: createLog('simulator'),
    seed: settings.SEED,
    players: settings.PLAYERS,
    withHiscores: settings.WITH_HISCORES,
    crowd: settings.CROWD,
    roundSeconds: settings.ROUND_SECONDS,
    savesPerRound: settings.SAVES_PER_ROUND,
    timeScale: settings.TIME_SCALE,
    heartbeatSeconds: settings.HEARTBEAT_SECONDS,
    reach: createKillPoints(settings.KILL_AT),
  });
  for (const entry of settings.ADD_FRIENDS) {
    const [player = '', friend = ''] = entry.split(':').map((part) => part.trim());
    void simulator.addFriend(player, friend);
  }
  return simulator;
}

async function check({ STATE_DIR, BRIDGE_URL: url, BRIDGE_TOKEN: token }: Settings) {
  const unused = new Set<string>(['hiscores:reset', 'login']);
  const scopes = bridgeScopes.filter((scope) => !unused.has(scope));
  return [
    (await checkStateFolder(STATE_DIR)).finding,
    ...(await checkSite({ url, token, scopes })),
  ];
}

await runProgram({ name: 'simulator', settings: Settings, start, check });
