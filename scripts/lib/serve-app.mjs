import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import getPort from 'get-port';

import { root } from './project.mjs';

/** The built app with its demo content, in a folder and on a port of its own, until it is stopped. */
export async function serveForTools() {
  const port = await getPort({ host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'wynhold-tools-'));
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      SITE_URL: url,
      DATA_DIR: folder,
      DEMO: 'on',
      DEMO_SIMULATOR: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await waitUntilReady(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/**
 * Ready, and all pictures of the demo content drawn.
 * @param {string} url
 */
async function waitUntilReady(url) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const list = await fetch(`${url}/api/news?limit=50`).then(
      (answer) => answer.json(),
      () => undefined,
    );
    if (list?.posts?.every((/** @type {{ picture: unknown }} */ post) => post.picture)) return;
    await sleep(500);
  }
  throw new Error('The built app did not get ready within five minutes.');
}
