import './lib/require-node.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// node scripts/run-built.mjs PROGRAM [ARGUMENTS]: brings packages and build up to date, then lets the
// program from dist take over this process. After the folder `adapters` the adapter's name follows.

// Imported later, so that an old Node gets as far as the line that refuses it.
const { exitWith, root } = await import('./lib/project.mjs');

const [program = '', ...args] = process.argv.slice(2);
const isAdapter = program === 'adapters';

process.chdir(root);
if (process.env.npm_lifecycle_event) stopWhenOrphaned();
// The command line is used beside a running server, whose files a new build would replace.
const isUsedAsItIs = program === 'server/admin' && existsSync(join(root, 'dist/server/admin.js'));
if (!isUsedAsItIs) await prepare().catch(exitWith);
const path = join(root, 'dist', isAdapter ? join(program, args.shift() ?? '') : program);
if (!existsSync(`${path}.js`)) exitWith(`Say which: npm run adapter -- ${listAdapters()}`);
process.argv = [process.execPath, `${path}.js`, ...args];
process.setSourceMapsEnabled(true);
await import(pathToFileURL(`${path}.js`).href);

async function prepare() {
  const { installIfChanged } = await import('./lib/install.mjs');
  await installIfChanged();
  const { buildIfChanged } = await import('./lib/build-if-changed.mjs');
  await buildIfChanged();
}

function listAdapters() {
  const files = readdirSync(join(root, 'dist/adapters'));
  return files.flatMap((file) => /^(.+)\.js$/.exec(file)?.[1] ?? []).join(' | ');
}

/**
 * A signal sent to npm ends npm and the shell between, but never reaches us: leave with the shell,
 * rather than keep holding the port and the data folder.
 */
function stopWhenOrphaned() {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
