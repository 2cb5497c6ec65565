import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { codeOf } from '#shared-node/code-of.mjs';

import { checkSite } from '../lib/check-site.ts';
import { checkPort, checkStateFolder } from '../lib/check.ts';
import type { Finding } from '../lib/check.ts';

export type CheckedSettings = {
  BRIDGE_URL: string;
  BRIDGE_TOKEN: string;
  STATE_DIR: string;
  LISTEN_HOST: string;
  LISTEN_PORT: number;
  CHARACTERS_DIR: string;
  WEBSITE_PASSWORD: string;
};

export async function check2006Scape(settings: CheckedSettings): Promise<Finding[]> {
  const { LISTEN_HOST: host, LISTEN_PORT: port, BRIDGE_URL, BRIDGE_TOKEN } = settings;
  const { isRunning, finding } = await checkStateFolder(settings.STATE_DIR);
  return [
    finding,
    await checkPort({ setting: 'LISTEN_PORT', host, port, isRunning }),
    checkPassword(settings),
    ...(await checkSite({
      url: BRIDGE_URL,
      token: BRIDGE_TOKEN,
      scopes: ['heartbeat', 'hiscores', 'commands', 'names'],
    })),
    ...(await checkGame(settings)),
  ];
}

function checkPassword({ WEBSITE_PASSWORD }: CheckedSettings): Finding {
  if (/^[\w.~-]+$/.test(WEBSITE_PASSWORD)) return { text: 'WEBSITE_PASSWORD is usable.' };
  const advice = 'Choose one of letters and digits: the game puts it into an address as it is.';
  return { text: 'WEBSITE_PASSWORD has characters that the game does not encode.', advice };
}

/** The game's two files are found from its folder data/characters. */
async function checkGame(settings: CheckedSettings): Promise<Finding[]> {
  const { CHARACTERS_DIR, LISTEN_HOST, LISTEN_PORT, WEBSITE_PASSWORD } = settings;
  try {
    const names = await readdir(CHARACTERS_DIR);
    const count = names.filter((name) => name.endsWith('.txt')).length;
    const data = path.resolve(CHARACTERS_DIR, '..');
    const host = ['0.0.0.0', '::'].includes(LISTEN_HOST) ? '127.0.0.1' : LISTEN_HOST;
    const link = `http://${host}:${LISTEN_PORT}`;
    return [
      { text: `CHARACTERS_DIR ${CHARACTERS_DIR} is readable: ${count} characters.` },
      ...(await checkFile(path.join(data, '..', 'ServerConfig.json'), {
        website_integration: {
          isRight: (value) => value === true,
          advice: 'Set it to true. Otherwise the game makes no calls and counts as offline.',
        },
        website_link: {
          isRight: (value) => value === link || value === link.replace('127.0.0.1', 'localhost'),
          advice: `Set it to "${link}", without a slash at the end.`,
        },
      })),
      ...(await checkFile(path.join(data, 'secrets.json'), {
        websitepass: {
          isRight: (value) => value === WEBSITE_PASSWORD,
          isSecret: true,
          advice: 'Set it to the value of WEBSITE_PASSWORD.',
        },
      })),
    ];
  } catch (error) {
    const advice =
      'Set CHARACTERS_DIR to the game’s folder data/characters, and let this user read it.';
    return [
      { text: `CHARACTERS_DIR ${CHARACTERS_DIR} cannot be read (${codeOf(error)}).`, advice },
    ];
  }
}

type Expected = { isRight: (value: unknown) => boolean; isSecret?: boolean; advice: string };

async function checkFile(file: string, expected: Record<string, Expected>): Promise<Finding[]> {
  const values = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Record<string, unknown>,
    () => undefined,
  );
  if (!values) {
    return [{ text: `${file} cannot be read.`, advice: 'Start the game once, then set it there.' }];
  }
  return Object.entries(expected).map(([name, { isRight, isSecret, advice }]) => {
    const isSet = isRight(values[name]);
    const shown = isSecret ? '' : ` (${JSON.stringify(values[name]) ?? 'not set'})`;
    const text = `${file}: ${name} is ${isSet ? 'right' : `not right${shown}`}.`;
    return isSet ? { text } : { text, advice };
  });
}
