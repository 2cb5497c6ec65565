import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import getPort from 'get-port';

import { serverFlag } from '#tooling/project.mjs';

export type BuiltSite = {
  origin: string;
  /** From the start of the process until it answers. */
  milliseconds: number;
  memory(): Promise<{ nowMB: number; peakMB: number }>;
  stop(): Promise<void>;
};

const dist = path.resolve(import.meta.dirname, '../../dist');

/** Starts the built site as an owner does, in a process of its own. */
export async function startBuilt(settings: Record<string, string>): Promise<BuiltSite> {
  const port = await getPort({ host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${port}`;
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ENV_FILE: 'none', PORT: String(port), SITE_URL: origin, ...settings };
  const start = performance.now();
  const child = spawn(process.execPath, [serverFlag, path.join(dist, 'server/main.js')], {
    env,
    stdio: 'ignore',
  });
  process.once('exit', () => child.kill('SIGKILL'));
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error('The site did not start.');
    await wait(20);
  }
  const milliseconds = performance.now() - start;
  return {
    origin,
    milliseconds,
    memory: () => readMemory(child.pid ?? 0),
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
  return answer?.ok === true;
}

/** Reads /proc, so it works on Linux only. */
async function readMemory(pid: number): Promise<{ nowMB: number; peakMB: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
  return { nowMB: read('VmRSS'), peakMB: read('VmHWM') };
}
