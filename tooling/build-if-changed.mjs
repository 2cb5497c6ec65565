import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { keepEarlierAssets } from './keep-assets.mjs';
import { withProgress } from './progress.mjs';
import { cacheDir, root } from './project.mjs';
import { run } from './run.mjs';
import { withSetupLock } from './setup-lock.mjs';

const sources = [
  'client',
  'server',
  'shared',
  'shared-node',
  'adapters',
  'tooling/compile.ts',
  'tooling/themed-colours.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
];

const dist = join(root, 'dist');
const hashFile = join(dist, '.build-hash');

/** Builds the browser and server code into dist/ unless it was built from exactly these sources. */
export async function buildIfChanged({ force = false } = {}) {
  if (!force && isBuilt()) return;
  await withSetupLock(async () => {
    if (force || !isBuilt()) await withProgress('Building', build);
  });
}

function isBuilt() {
  return existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hashSources();
}

/**
 * Hashes names, sizes and times: enough to notice an edit, and done in milliseconds.
 * @param {string} [folder]
 */
export function hashSources(folder = root) {
  const hash = createHash('sha256');
  for (const source of sources) addToHash(hash, folder, source);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} folder
 * @param {string} path
 */
function addToHash(hash, folder, path) {
  const stats = statSync(join(folder, path), { throwIfNoEntry: false });
  if (!stats) return;
  if (stats.isDirectory()) {
    const names = readdirSync(join(folder, path)).toSorted();
    for (const name of names) addToHash(hash, folder, `${path}/${name}`);
  } else if (isBuiltFrom(path)) {
    hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
  }
}

/**
 * An owner edits adapters/NAME/.env and may keep an adapter's state beside it. Neither is built.
 * @param {string} path
 */
function isBuiltFrom(path) {
  if (/\.test\.tsx?$/.test(path)) return false;
  return !path.startsWith('adapters/') || path.endsWith('.ts');
}

/** Builds into a separate folder and renames it, so dist/ is never half built, even after a failure. */
async function build() {
  const sourcesHash = hashSources();
  const fresh = join(cacheDir, `build-${process.pid}`);
  const old = join(cacheDir, `build-${process.pid}-old`);
  await mkdir(fresh, { recursive: true });
  try {
    await Promise.all([
      runScript('tooling/compile.ts', [fresh]),
      // The engine runs for a few seconds only: optimising its code would take longer than it saves.
      runScript(
        'server/db/make-blank-database.ts',
        [cacheDir, join(fresh, 'server/blank-database')],
        ['--liftoff-only'],
      ),
    ]);
    await keepEarlierAssets({ before: dist, fresh });
    writeFileSync(join(fresh, '.build-hash'), sourcesHash);
    if (existsSync(dist)) await move(dist, old);
    await move(fresh, dist);
  } finally {
    await rm(fresh, { recursive: true, force: true, maxRetries: 3 });
    await rm(old, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * In a process of its own, since Vite sets NODE_ENV for everything in its process.
 * @param {string} script
 * @param {string[]} args
 * @param {string[]} [flags]
 */
async function runScript(script, args, flags = []) {
  const { code, output } = await run(
    process.execPath,
    [...flags, '--import', 'tsx', script, ...args],
    { env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (code !== 0) throw new Error(`${output.trim()}\n\nThe build failed.`);
  if (output.trim() !== '') console.log(output.trim());
}

/**
 * Retries, because on Windows a virus scanner or an editor may hold a file for a moment.
 * @param {string} from
 * @param {string} to
 */
async function move(from, to) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (attempt === 10) throw error;
      await sleep(200);
    }
  }
}
