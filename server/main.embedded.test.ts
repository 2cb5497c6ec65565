import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { buildIfChanged } from '../scripts/lib/build-if-changed.mjs';

// The built program, as an operator starts it. --liftoff-only: see vitest.config.ts.
vi.setConfig({ testTimeout: 180_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wynhold-main-'));
  await buildIfChanged();
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

type Run = { child: ChildProcess; output: () => string; exit: Promise<number | null> };

function start(settings: Record<string, string>): Run {
  const child = spawn(process.execPath, ['--liftoff-only', 'dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      DEMO: 'off',
      PORT: '0',
      ...settings,
    },
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return { child, output: () => text.trim(), exit };
}

const isOpen = async (run: Run) =>
  await expect.poll(run.output, { timeout: 150_000 }).toContain('is open');

test('a bad setting is one clear line that names it', async () => {
  const run = start({ PORT: 'many', DATA_DIR: folder });
  expect(await run.exit).toBe(1);
  expect(run.output()).toBe('Setting PORT is not usable: must be a number.');
});

test('a data folder that cannot be written is one clear line', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const run = start({ DATA_DIR: join(file, 'data') });
  expect(await run.exit).toBe(1);
  expect(run.output().split('\n')).toHaveLength(1);
  expect(run.output()).toContain(file);
});

test('a database that cannot be reached is one clear line without the password', async () => {
  const run = start({
    DATABASE_URL: 'postgres://keeper:secret@127.0.0.1:1/site',
    DATA_DIR: folder,
  });
  expect(await run.exit).toBe(1);
  expect(run.output().split('\n')).toHaveLength(1);
  expect(run.output()).toContain('127.0.0.1');
  expect(run.output()).not.toContain('secret');
});

test('a second server on the same folder leaves at once, and the first goes on', async () => {
  const data = join(folder, 'shared');
  const first = start({ DATA_DIR: data });
  await isOpen(first);
  const second = start({ DATA_DIR: data });
  expect(await second.exit).toBe(1);
  expect(second.output().split('\n')).toHaveLength(1);
  expect(second.output()).toContain('already in use');
  const address = /http:\/\/\S+/.exec(first.output())?.[0];
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
});

test('a port in use is one clear line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const run = start({ PORT: String(port), DATA_DIR: join(folder, 'shared') });
  expect(await run.exit).toBe(1);
  expect(run.output()).toMatch(/^The port is already in use\..*$/);
});
