import '../tooling/require-node.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// node scripts/run-built.mjs PROGRAM [ARGUMENTS]: updates packages and build, then runs the program from
// dist in this process. With the program `adapters`, the first argument is the adapter's name.

// Imported dynamically, so that an old Node reaches the version check first.
const { exitWith, root } = await import('../tooling/project.mjs');

const [program = '', ...args] = process.argv.slice(2);
const isAdapter = program === 'adapters';

process.chdir(root);
if (process.env.npm_lifecycle_event) stopWhenOrphaned();
// The command line may run beside a server, and a new build would replace that server's files.
const skipsBuild = program === 'server/admin' && existsSync(join(root, 'dist/server/admin.js'));
if (!skipsBuild) await prepare().catch(exitWith);
const path = join(root, 'dist', isAdapter ? join(program, args.shift() ?? '') : program);
if (!existsSync(`${path}.js`)) exitWith(`Usage: npm run adapter -- ${listAdapters()}`);
process.argv = [process.execPath, `${path}.js`, ...args];
process.setSourceMapsEnabled(true);
await import(pathToFileURL(`${path}.js`).href);

async function prepare() {
  const { installIfChanged } = await import('../tooling/install.mjs');
  await installIfChanged();
  const { buildIfChanged } = await import('../tooling/build-if-changed.mjs');
  await buildIfChanged();
}

function listAdapters() {
  const files = readdirSync(join(root, 'dist/adapters'));
  return files.flatMap((file) => /^(.+)\.js$/.exec(file)?.[1] ?? []).join(' | ');
}

/** A signal to npm does not reach this process. Exit when npm's shell is gone, to release the port and data folder. */
function stopWhenOrphaned() {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
