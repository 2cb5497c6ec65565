import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import getPort from 'get-port';

import { parseConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import {
  createDatabase,
  dropDatabase,
  urlOf,
  withClient,
} from '#server/testing/postgres-server.ts';
import { startOwnPostgres } from '#tooling/find-postgres.ts';
import { spawnBuiltApp, waitUntilReady } from '#tooling/serve-app.ts';

// The PostgreSQL server and the replicas of the built app. A replica that ends is started again.

export type Replica = {
  address: string;
  kill(): void;
  waitUntilReady(): Promise<void>;
  /** Ends it until start(). */
  stop(): Promise<void>;
  /** Ends it for good: start() does nothing any more. */
  close(): Promise<void>;
  start(): void;
};

export type Site = {
  config: Config;
  databaseUrl: string;
  replicas: Replica[];
  /** A further replica with empty caches, which close() ends too. */
  addReplica(): Promise<Replica>;
  crashDatabase(): Promise<void>;
  /** When the database last came back, in milliseconds. */
  databaseUpAt(): number;
  /** Copies the database. Every replica must be stopped. */
  dump(): Promise<void>;
  /** Puts the copy back. Every replica must be stopped. */
  restore(): Promise<void>;
  close(): Promise<void>;
};

const liveName = 'wynhold';
const dumpName = 'wynhold_dump';

export async function openSite(onProblem: (text: string) => void): Promise<Site> {
  // The tests' default loses commits in a crash.
  const postgres = await startOwnPostgres({ synchronous_commit: 'on' });
  const databaseUrl = urlOf(postgres.url, liveName);
  await createDatabase(postgres.url, liveName);
  const ports = [await getPort({ host: '127.0.0.1' }), await getPort({ host: '127.0.0.1' })];
  // Last, so that a signal before the caller can close the site leaves no folder behind.
  const folder = await mkdtemp(join(tmpdir(), 'wynhold-soak-'));
  const settings = {
    NODE_ENV: 'development',
    DEMO: 'off',
    DATA_DIR: folder,
    // The same for every replica, as behind a proxy.
    SITE_URL: `http://127.0.0.1:${ports[0]}`,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'fatal',
  };
  const replicas = ports.map((port, at) =>
    createReplica({ ...settings, PORT: String(port) }, `replica ${at + 1}`, onProblem),
  );
  const extra: Replica[] = [];
  let crashing: Promise<void> = Promise.resolve();
  let upAt = Date.now();
  let isClosed = false;

  async function withoutConnections(work: () => Promise<void>): Promise<void> {
    const end = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
    await withClient(postgres.url, (client) => client.query(end, [liveName]));
    await work();
  }

  return {
    config: parseConfig({ ...settings, PORT: String(ports[0]) }),
    databaseUrl,
    replicas,
    async addReplica() {
      const port = await getPort({ host: '127.0.0.1' });
      const replica = createReplica({ ...settings, PORT: String(port) }, 'replica 3', onProblem);
      extra.push(replica);
      replica.start();
      await replica.waitUntilReady();
      return replica;
    },
    async crashDatabase() {
      if (isClosed) throw new Error('The site was closed.');
      crashing = postgres.crash();
      await crashing;
      upAt = Date.now();
    },
    databaseUpAt: () => upAt,
    dump: () => withoutConnections(() => createDatabase(postgres.url, dumpName, liveName)),
    async restore() {
      await dropDatabase(postgres.url, liveName);
      await createDatabase(postgres.url, liveName, dumpName);
    },
    async close() {
      isClosed = true;
      // A start under way would outlive the stop.
      await crashing.catch(() => {});
      await Promise.all([...replicas, ...extra].map((replica) => replica.close()));
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

type Settings = Parameters<typeof spawnBuiltApp>[0] & { PORT: string };

function createReplica(
  settings: Settings,
  name: string,
  onProblem: (text: string) => void,
): Replica {
  const address = `http://127.0.0.1:${settings.PORT}`;
  let child: ChildProcess | undefined;
  let isWanted = false;
  let isClosed = false;
  let isReady = false;
  const isKept = () => isWanted;
  const isStarting = () => isWanted && !isReady;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    while (isKept()) {
      const current = spawnBuiltApp(settings, 'pipe');
      child = current;
      let output = '';
      current.stderr?.on('data', (chunk) => (output = `${output}${String(chunk)}`.slice(-2000)));
      const ended = once(current, 'exit');
      const hasStarted = await waitUntilReady(current, address).then(
        () => true,
        () => false,
      );
      isReady = hasStarted;
      const [code, signal] = await ended;
      isReady = false;
      // One that ends while it starts found no database: its supervisor starts it again.
      if (hasStarted && isWanted && signal !== 'SIGKILL') {
        onProblem(`${name} ended by itself with ${code ?? signal}: ${output.trim()}`);
      }
      if (!hasStarted && signal !== 'SIGKILL') await sleep(200);
    }
  }

  async function stop(): Promise<void> {
    isWanted = false;
    child?.kill('SIGKILL');
    await running;
  }

  return {
    address,
    kill: () => child?.kill('SIGKILL'),
    async waitUntilReady() {
      while (isStarting()) await sleep(20);
    },
    stop,
    close() {
      isClosed = true;
      return stop();
    },
    start() {
      if (isClosed) return;
      isWanted = true;
      running = run();
    },
  };
}
