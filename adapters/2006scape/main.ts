import * as z from 'zod';

import { createLog } from '../lib/log.ts';
import { runProgram } from '../lib/run-program.ts';
import { bridgeSettings, port } from '../lib/settings.ts';
import { start2006Scape } from './2006scape.ts';
import { check2006Scape } from './check.ts';

const Settings = z.object({
  ...bridgeSettings,
  STATE_DIR: z.string().default('./data/adapter-2006scape'),
  CHARACTERS_DIR: z.string('is missing: the game’s folder data/characters'),
  WEBSITE_PASSWORD: z
    .string('is missing: the password the game sends to its website')
    .min(8, 'must have at least 8 characters'),
  LISTEN_HOST: z.string().default('127.0.0.1'),
  LISTEN_PORT: port.default(43_580),
  MAX_PLAYERS: z.coerce.number('must be a number').int().min(1).default(2000),
  SETTLE_SECONDS: z.coerce.number('must be a number').min(0).default(2),
  SCAN_SECONDS: z.coerce.number('must be a number').min(1).default(30),
});

function start(settings: z.output<typeof Settings>) {
  return start2006Scape({
    url: settings.BRIDGE_URL,
    token: settings.BRIDGE_TOKEN,
    stateDir: settings.STATE_DIR,
    charactersDir: settings.CHARACTERS_DIR,
    password: settings.WEBSITE_PASSWORD,
    log: createLog('2006scape'),
    host: settings.LISTEN_HOST,
    port: settings.LISTEN_PORT,
    maxPlayers: settings.MAX_PLAYERS,
    settleSeconds: settings.SETTLE_SECONDS,
    scanSeconds: settings.SCAN_SECONDS,
  });
}

await runProgram({ name: '2006scape', settings: Settings, start, check: check2006Scape });
