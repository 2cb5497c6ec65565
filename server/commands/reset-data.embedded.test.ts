import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { lockDataDir } from '#server/db/data-dir-lock.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';

import { resetData } from './reset-data.ts';
import type { Terminal } from './terminal.ts';

let dataDir: string;
let printed: string[];

beforeEach(async () => {
  printed = [];
  dataDir = await createTemporaryFolder();
  await mkdir(path.join(dataDir, 'db'));
  await writeFile(path.join(dataDir, 'db', 'PG_VERSION'), '18');
  await writeFile(path.join(dataDir, 'demo-game-token'), 'token');
  await writeFile(path.join(dataDir, 'notes.txt'), 'my own');
});

test('removes only what the site created, and reports it in one line', async () => {
  await reset({ isConfirmed: true });
  expect(printed).toEqual([`Removed db, demo-game-token in ${dataDir}.`]);
  expect(await readdir(dataDir)).toEqual(['notes.txt']);
  await reset({ isConfirmed: true });
  expect(printed.at(-1)).toBe(`There is nothing to remove in ${dataDir}.`);
});

test('asks first, and accepts only yes', async () => {
  await expect(reset({ answer: 'y' })).rejects.toThrow('Nothing was removed.');
  expect(await readdir(dataDir)).toHaveLength(3);
  await reset({ answer: 'Yes' });
  expect(await readdir(dataDir)).toEqual(['notes.txt']);
});

test('needs --yes without an interactive terminal', async () => {
  await expect(reset({})).rejects.toThrow('add --yes');
  expect(await readdir(dataDir)).toHaveLength(3);
});

test.each([
  ['in production', { isProduction: true }],
  ['with a database server', { databaseUrl: 'postgres://127.0.0.1/site' }],
])('refuses %s, even with --yes', async (_case, settings) => {
  await expect(reset({ isConfirmed: true, settings })).rejects.toThrow('Refused');
  expect(await readdir(dataDir)).toHaveLength(3);
});

test('refuses while a server uses the folder', async () => {
  const server = await lockDataDir(dataDir, () => {});
  await expect(reset({ isConfirmed: true })).rejects.toThrow('already in use');
  expect(await readdir(dataDir)).toHaveLength(4);
  await server.release();
});

type Case = { isConfirmed?: boolean; answer?: string; settings?: object };

function reset({ isConfirmed = false, answer, settings = {} }: Case): Promise<void> {
  const terminal: Terminal = {
    isInteractive: answer !== undefined,
    print: (line) => void printed.push(line),
    printError: (line) => void printed.push(line),
    ask: async () => answer ?? '',
    askHidden: async () => '',
    readAll: async () => '',
  };
  const config = { isProduction: false, databaseUrl: undefined, dataDir, ...settings };
  return resetData(config, terminal, { isConfirmed });
}
