import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { silentLog } from '../lib/log.ts';
import { lockStateFolder } from '../lib/state-lock.ts';
import { checkLostCity } from './check.ts';
import type { CheckedSettings } from './check.ts';

const rightEnv = `
NODE_PRODUCTION=true
EASY_STARTUP=false
LOGIN_SERVER=true
FRIEND_SERVER=true
FRIEND_HOST=127.0.0.1
`;
const rightWorld = {
  easyStartup: false,
  node: { production: true, profile: 'main' },
  login: { enabled: true, host: 'localhost', port: 43_500 },
  friend: { enabled: true, host: '127.0.0.1', port: 45_099 },
};

it('a game that is set up is right, with .env and with world.json', async () => {
  const { write, findMissing } = await open();
  await write('.env', rightEnv);
  expect(await findMissing()).toEqual([]);
  // Once world.json is there, the game ignores .env.
  await write('.env', '');
  await write('data/config/world.json', JSON.stringify(rightWorld));
  expect(await findMissing()).toEqual([]);
});

it('what a game does not set has the game’s own default', async () => {
  const { write, findMissing } = await open();
  await write('.env', '');
  expect(await findMissing()).toEqual(['NODE_PRODUCTION', 'LOGIN_SERVER', 'FRIEND_SERVER']);
  await write('data/config/world.json', '{}');
  expect(await findMissing()).toEqual(['node.production', 'login.enabled', 'friend.enabled']);
});

it.each([
  ['NODE_PRODUCTION=on', 'NODE_PRODUCTION'],
  ['EASY_STARTUP=true', 'EASY_STARTUP'],
  ['LOGIN_SERVER=false', 'LOGIN_SERVER'],
  ['FRIEND_SERVER=false', 'FRIEND_SERVER'],
  ['LOGIN_HOST=login.example.org', 'LOGIN_HOST'],
  ['FRIEND_HOST=10.0.0.9', 'FRIEND_HOST'],
  ['LOGIN_PORT=43501', 'LOGIN_PORT'],
  ['FRIEND_PORT=43500', 'FRIEND_PORT'],
  ['NODE_PROFILE=beta', 'NODE_PROFILE'],
])('%s is reported', async (line, name) => {
  const { write, findMissing } = await open();
  await write('.env', `${rightEnv}${line}\n`);
  expect(await findMissing()).toEqual([name]);
});

it('an adapter that listens on every address may be reached by any, one on its own only by that', async () => {
  const { write, findMissing } = await open();
  await write('.env', `${rightEnv}LOGIN_HOST=10.0.0.9\nFRIEND_HOST=game.example.org\n`);
  for (const LISTEN_HOST of ['0.0.0.0', '::'])
    expect(await findMissing({ LISTEN_HOST })).toEqual([]);
  expect(await findMissing({ LISTEN_HOST: '10.0.0.9' })).toEqual(['FRIEND_HOST']);
  await write('.env', `${rightEnv}LOGIN_HOST=localhost\nFRIEND_HOST=10.0.0.9\n`);
  expect(await findMissing({ LISTEN_HOST: '10.0.0.9' })).toEqual(['LOGIN_HOST']);
});

it('without the folder of the game its settings are not checked, which is not an error', async () => {
  const { check } = await open();
  expect((await check({ GAME_DIR: undefined })).at(-1)).toEqual({
    text: 'The game’s settings are not checked: GAME_DIR is not set.',
  });
});

it('a folder without the game, and a file that is not JSON, say so', async () => {
  const { write, check } = await open();
  const find = async () =>
    (await check()).find(({ text }) => text.includes('cannot be read'))?.advice;
  expect(await find()).toContain('Set GAME_DIR');
  await write('data/config/world.json', '{');
  expect(await find()).toContain('Set GAME_DIR');
});

it('a port that another program uses is missing, unless it is this adapter', async () => {
  const { check, stateDir } = await open();
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const find = async () =>
    (await check({ LOGIN_PORT: port })).find(({ text }) => text.startsWith('LOGIN_PORT'));
  expect(await find()).toMatchObject({ advice: expect.stringContaining('Stop it') });
  const lock = await lockStateFolder(stateDir, silentLog);
  expect(await find()).toEqual({ text: `LOGIN_PORT: the adapter listens on 127.0.0.1:${port}.` });
  await lock.release();
});

it('a state folder that cannot be written is missing', async () => {
  const { write, check, gameDir } = await open();
  await write('a-file', '');
  const [finding] = await check({ STATE_DIR: path.join(gameDir, 'a-file', 'state') });
  expect(finding).toMatchObject({ advice: expect.stringContaining('Create the folder') });
});

async function open() {
  const home = await mkdtemp(path.join(tmpdir(), 'wynhold-check-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const gameDir = path.join(home, 'engine');
  const stateDir = path.join(home, 'state');
  const check = (given: Partial<CheckedSettings> = {}) =>
    checkLostCity({
      BRIDGE_URL: 'http://127.0.0.1:1',
      BRIDGE_TOKEN: 'gb_1_x',
      STATE_DIR: stateDir,
      LISTEN_HOST: '127.0.0.1',
      LOGIN_PORT: 43_500,
      FRIEND_PORT: 45_099,
      PROFILE: 'main',
      GAME_DIR: gameDir,
      ...given,
    });
  return {
    gameDir,
    stateDir,
    check,
    write: async (file: string, text: string) => {
      await mkdir(path.dirname(path.join(gameDir, file)), { recursive: true });
      await writeFile(path.join(gameDir, file), text);
    },
    /** The names of the game's settings that are wrong. */
    findMissing: async (given: Partial<CheckedSettings> = {}) => {
      const findings = await check(given);
      return findings
        .filter(({ text, advice }) => advice && text.startsWith(gameDir))
        .map(({ text }) => /: (\S+) is /.exec(text)?.[1]);
    },
  };
}
