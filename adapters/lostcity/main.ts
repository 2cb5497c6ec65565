import * as z from 'zod';

import { createKillPoints } from '../lib/kill-points.ts';
import { createLog } from '../lib/log.ts';
import { runProgram } from '../lib/run-program.ts';
import { bridgeSettings, flag, port } from '../lib/settings.ts';
import { checkLostCity } from './check.ts';
import { importSaves } from './import-saves.ts';
import { startLostCity } from './lostcity.ts';

const Settings = z.object({
  ...bridgeSettings,
  STATE_DIR: z.string().default('./data/adapter-lostcity'),
  LISTEN_HOST: z.string().default('127.0.0.1'),
  LOGIN_PORT: port.default(43_500),
  FRIEND_PORT: port.default(45_099),
  PROFILE: z.string().default('main'),
  MEMBERS: flag.default(true),
  MAX_PLAYERS: z.coerce.number('must be a number').int().min(1).default(2000),
  GAME_ADDRESS: z
    .string()
    .regex(/^[^:]+:\d+$/, 'must be like 127.0.0.1:43594')
    .optional(),
  GAME_DIR: z.string().optional(),
  CONTRACTS_FILE: z.string().optional(),
  ITEM_LIST: z.string().optional(),
  STALE_SESSION_SECONDS: z.coerce.number('must be a number').min(0).default(20),
  KILL_AT: z.string().optional(),
});

async function start(settings: z.output<typeof Settings>) {
  const [host = '', gamePort] = settings.GAME_ADDRESS?.split(':') ?? [];
  return startLostCity({
    url: settings.BRIDGE_URL,
    token: settings.BRIDGE_TOKEN,
    stateDir: settings.STATE_DIR,
    log: createLog('lostcity'),
    host: settings.LISTEN_HOST,
    loginPort: settings.LOGIN_PORT,
    friendPort: settings.FRIEND_PORT,
    profile: settings.PROFILE,
    members: settings.MEMBERS,
    maxPlayers: settings.MAX_PLAYERS,
    staleSessionSeconds: settings.STALE_SESSION_SECONDS,
    reach: createKillPoints(settings.KILL_AT),
    ...(gamePort && { gameAddress: { host, port: Number(gamePort) } }),
    ...(settings.CONTRACTS_FILE && { contractsFile: settings.CONTRACTS_FILE }),
    ...(settings.ITEM_LIST && { itemList: settings.ITEM_LIST }),
  });
}

await runProgram({
  name: 'lostcity',
  settings: Settings,
  start,
  check: checkLostCity,
  importSaves: ({ STATE_DIR: stateDir }, folder) =>
    importSaves({ folder, stateDir, log: createLog('lostcity'), print: console.log }),
});
