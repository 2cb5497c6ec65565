import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';

import { codeOf } from '#shared-node/code-of.mjs';
import { bridgeScopes } from '#shared/endpoints/bridge.ts';

import { checkSite } from '../lib/check-site.ts';
import { checkPort, checkStateFolder } from '../lib/check.ts';
import type { Finding } from '../lib/check.ts';

export type CheckedSettings = {
  BRIDGE_URL: string;
  BRIDGE_TOKEN: string;
  STATE_DIR: string;
  LISTEN_HOST: string;
  LOGIN_PORT: number;
  FRIEND_PORT: number;
  PROFILE: string;
  GAME_DIR?: string | undefined;
};

export async function checkLostCity(settings: CheckedSettings): Promise<Finding[]> {
  const { LISTEN_HOST: host, LOGIN_PORT, FRIEND_PORT } = settings;
  const { isRunning, finding } = await checkStateFolder(settings.STATE_DIR);
  return [
    finding,
    await checkPort({ setting: 'LOGIN_PORT', host, port: LOGIN_PORT, isRunning }),
    await checkPort({ setting: 'FRIEND_PORT', host, port: FRIEND_PORT, isRunning }),
    ...(await checkSite({
      url: settings.BRIDGE_URL,
      token: settings.BRIDGE_TOKEN,
      scopes: bridgeScopes.filter((scope) => scope !== 'hiscores:reset'),
    })),
    ...(await checkGame(settings)),
  ];
}

/** A setting of the game: its name in `.env`, its place in `world.json`, and its default. */
type GameSetting = {
  name: string;
  place: [group: string, key?: string];
  byDefault: string;
  isRight: (value: string) => boolean;
  /** The right value, and what happens with another one. */
  advice: string;
};

type GameFile = { file: string; isWorldJson: boolean; values: Record<string, unknown> };

async function checkGame(settings: CheckedSettings): Promise<Finding[]> {
  const { GAME_DIR } = settings;
  if (!GAME_DIR) {
    return [{ text: 'The game’s settings are not checked: GAME_DIR is not set.' }];
  }
  try {
    const game = await readGameFile(GAME_DIR);
    return gameSettings(settings).map((setting) => judge(game, setting));
  } catch (error) {
    const reason = codeOf(error) || String(error);
    return [
      {
        text: `The game’s settings in ${GAME_DIR} cannot be read (${reason}).`,
        advice: 'Set GAME_DIR to the engine’s folder, which has .env or data/config/world.json.',
      },
    ];
  }
}

/** Newer games create world.json at their first start, and then ignore `.env`. */
async function readGameFile(folder: string): Promise<GameFile> {
  const worldJson = path.join(folder, 'data', 'config', 'world.json');
  const world = await readFile(worldJson, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (world !== undefined) {
    const values = JSON.parse(world) as Record<string, unknown>;
    return { file: worldJson, isWorldJson: true, values };
  }
  const file = path.join(folder, '.env');
  return { file, isWorldJson: false, values: parseEnv(await readFile(file, 'utf8')) };
}

function gameSettings(settings: CheckedSettings): GameSetting[] {
  const { LISTEN_HOST, LOGIN_PORT, FRIEND_PORT, PROFILE } = settings;
  const isOn = (value: string): boolean => value === 'true';
  const isHere = (host: string): boolean =>
    anyAddress.has(LISTEN_HOST) ||
    host === LISTEN_HOST ||
    (thisMachine.has(host) && thisMachine.has(LISTEN_HOST));
  const serverSettings = (name: 'LOGIN' | 'FRIEND', port: number): GameSetting[] => {
    const group = name.toLowerCase();
    return [
      {
        name: `${name}_SERVER`,
        place: [group, 'enabled'],
        byDefault: 'false',
        isRight: isOn,
        advice: 'Set it to true, so that the game asks this adapter.',
      },
      {
        name: `${name}_HOST`,
        place: [group, 'host'],
        byDefault: 'localhost',
        isRight: isHere,
        advice: `Set it to ${LISTEN_HOST}, this adapter’s LISTEN_HOST.`,
      },
      {
        name: `${name}_PORT`,
        place: [group, 'port'],
        byDefault: name === 'LOGIN' ? '43500' : '45099',
        isRight: (value) => value === String(port),
        advice: `Set it to ${port}, this adapter’s ${name}_PORT.`,
      },
    ];
  };
  return [
    {
      name: 'NODE_PRODUCTION',
      place: ['node', 'production'],
      byDefault: 'false',
      isRight: isOn,
      advice: 'Set it to true. Otherwise every player is staff and can create items.',
    },
    {
      name: 'EASY_STARTUP',
      place: ['easyStartup'],
      byDefault: 'false',
      isRight: (value) => !isOn(value),
      advice: 'Set it to false. Otherwise the game starts its own login server on the same ports.',
    },
    ...serverSettings('LOGIN', LOGIN_PORT),
    ...serverSettings('FRIEND', FRIEND_PORT),
    {
      name: 'NODE_PROFILE',
      place: ['node', 'profile'],
      byDefault: 'main',
      isRight: (value) => value === PROFILE,
      advice: `Set it to ${PROFILE}, this adapter’s PROFILE.`,
    },
  ];
}

const thisMachine = new Set(['localhost', '127.0.0.1', '::1']);
const anyAddress = new Set(['0.0.0.0', '::']);

function judge(game: GameFile, setting: GameSetting): Finding {
  const { isRight, byDefault, advice } = setting;
  const given = findValue(game, setting);
  const name = game.isWorldJson ? setting.place.join('.') : setting.name;
  const text = `${game.file}: ${name} is ${given ?? `not set, which means ${byDefault}`}.`;
  return isRight(given ?? byDefault) ? { text } : { text, advice };
}

function findValue({ isWorldJson, values }: GameFile, { name, place }: GameSetting) {
  const [group, key] = place;
  const inGroup = values[group] as Record<string, unknown> | undefined;
  const value = isWorldJson ? (key ? inGroup?.[key] : values[group]) : values[name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
