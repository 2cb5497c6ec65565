import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import getPort from 'get-port';

import { root, serverFlag } from './project.mjs';

type Settings = { SITE_URL: string; DATA_DIR: string } & Record<string, string>;

/** Runs in its data folder with only these settings, away from the project's .env file. Returns when it answers. */
export async function serveBuiltApp(settings: Settings): Promise<ChildProcess> {
  const child = spawnBuiltApp(settings);
  await waitUntilReady(child, settings.SITE_URL);
  return child;
}

/** Starts the built app and returns before it answers. */
export function spawnBuiltApp(
  settings: Settings,
  stderr: 'inherit' | 'pipe' | 'ignore' = 'inherit',
): ChildProcess {
  return spawn(process.execPath, [serverFlag, join(root, 'dist/server/main.js')], {
    cwd: settings.DATA_DIR,
    stdio: ['ignore', 'ignore', stderr],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ENV_FILE: 'none', ...settings },
  });
}

/** Throws when the app ends before it answers. */
export async function waitUntilReady(child: ChildProcess, address: string): Promise<void> {
  const deadline = Date.now() + 300_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    if (child.signalCode !== null) throw new Error(`The server was ended by ${child.signalCode}.`);
    const isReady = await fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error('The server did not start within five minutes.');
    }
    await sleep(20);
  }
}

type Demo = { url: string; newestPost: string; stop: () => Promise<void> };

export async function serveDemo(): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wynhold-demo-'));
  const port = await getPort({ host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  async function stop(): Promise<void> {
    if (server?.kill('SIGTERM')) await once(server, 'exit');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
  try {
    server = await serveBuiltApp({
      PORT: String(port),
      SITE_URL: url,
      DATA_DIR: dataDir,
      DEMO: 'on',
      DEMO_SIMULATOR: 'off',
      LOG_LEVEL: 'warn',
    });
    return { url, newestPost: `/news/${await waitForPictures(url)}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the newest post. */
export async function waitForPictures(url: string): Promise<string | undefined> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(`${url}/api/news?limit=50`);
    const { posts } = (await answer.json()) as { posts: { id: string; picture: unknown }[] };
    if (posts.every(({ picture }) => picture)) return posts[0]?.id;
    await sleep(500);
  }
  throw new Error('The pictures of the demo content were not drawn within five minutes.');
}
