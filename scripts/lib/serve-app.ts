import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { root } from './project.mjs';

type Settings = { SITE_URL: string; DATA_DIR: string } & Record<string, string>;

/**
 * The built app with these settings alone, in its data folder and away from the project's .env file,
 * as soon as it answers.
 */
export async function serveBuiltApp(settings: Settings): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: settings.DATA_DIR,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
  });
  const deadline = Date.now() + 300_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const isReady = await fetch(`${settings.SITE_URL}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return child;
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error('The server did not start within five minutes.');
    }
    await sleep(20);
  }
}
