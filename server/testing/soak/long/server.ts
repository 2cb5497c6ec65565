import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

import getPort from 'get-port';

import { parseConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { createDatabase, urlOf } from '#server/testing/postgres-server.ts';
import { startOwnPostgres } from '#tooling/find-postgres.ts';
import { root, serverFlag } from '#tooling/project.mjs';
import { waitUntilReady } from '#tooling/serve-app.ts';

// One built server with the settings of a public site, and the probe inside it.

/** `begin` resets what is measured over the whole run; `settled` collects garbage first. */
export type Question = { id: number; what: 'begin' | 'settled' | 'now' };

/** Memory in bytes, event loop lag (99th percentile) in milliseconds. */
export type Reading = {
  rss: number;
  heapUsed: number;
  external: number;
  cpuSeconds: number;
  /** Open file descriptors; 0 where the system does not tell. */
  files: number;
  /** Active handles and requests by type, as Node names them. */
  resources: Record<string, number>;
  /** Since the previous reading, without waiting for a processor. */
  lag: number;
  /** Since `begin`, without waiting for a processor. */
  lagOfRun: number;
  /** Since `begin`. */
  wallLagOfRun: number;
};

export type LongServer = {
  address: string;
  ask(what: Question['what']): Promise<Reading>;
  /** Lines of the log at level error and above. */
  errors: string[];
  /** Ends the server as an operator does and returns its exit code. */
  stop(): Promise<number | null>;
};

export type LongSite = {
  config: Config;
  folder: string;
  start(): Promise<LongServer>;
  close(): Promise<void>;
};

const mostErrors = 20;

export async function openLongSite({ embedded }: { embedded: boolean }): Promise<LongSite> {
  // Durable like a real site, unlike the tests' default.
  const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
  const postgres = embedded ? undefined : await startOwnPostgres(durable);
  if (postgres) await createDatabase(postgres.url, 'wynhold');
  const port = await getPort({ host: '127.0.0.1' });
  const folder = await mkdtemp(join(tmpdir(), 'wynhold-soak-'));
  const address = `http://127.0.0.1:${port}`;
  const settings = {
    NODE_ENV: 'production',
    DATA_DIR: folder,
    PORT: String(port),
    SITE_URL: address,
    // Visitors come from many addresses, as behind a proxy.
    TRUST_PROXY: '1',
    PAYMENTS: 'sandbox',
    STAFF_TWO_FACTOR: 'off',
    LOG_LEVEL: 'warn',
    ...(postgres && { DATABASE_URL: urlOf(postgres.url, 'wynhold') }),
  };
  const running = new Set<() => void>();
  return {
    config: parseConfig(settings),
    folder,
    async start() {
      const server = await startServer(settings, address);
      running.add(server.kill);
      return server;
    },
    async close() {
      for (const kill of running) kill();
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startServer(
  settings: Record<string, string> & { DATA_DIR: string },
  address: string,
): Promise<LongServer & { kill: () => void }> {
  const probe = pathToFileURL(join(import.meta.dirname, 'probe.mjs')).href;
  const program = join(root, 'dist/server/main.js');
  const child = spawn(process.execPath, [serverFlag, '--import', probe, program], {
    cwd: settings.DATA_DIR,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ENV_FILE: 'none', ...settings },
  });
  const errors: string[] = [];
  if (!child.stdout) throw new Error('The output of the server is not readable.');
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/"level":[56]0/.test(line) && errors.length < mostErrors) errors.push(line.slice(0, 500));
  });
  const answers = new Map<number, (reading: Reading) => void>();
  child.on('message', ({ id, reading }: { id: number; reading: Reading }) => {
    answers.get(id)?.(reading);
    answers.delete(id);
  });
  const exited = once(child, 'exit');
  let lastId = 0;
  await waitUntilReady(child, address);
  return {
    address,
    errors,
    kill: () => child.kill('SIGKILL'),
    ask(what) {
      const id = (lastId += 1);
      return new Promise((resolve, reject) => {
        answers.set(id, resolve);
        child.send({ id, what } satisfies Question, (error) => error && reject(error));
      });
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code as number | null;
    },
  };
}
