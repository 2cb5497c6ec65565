import './lib/require-node.mjs';
import { spawnSync } from 'node:child_process';

// Imported later, so that an old Node gets as far as the line that refuses it.
const { buildIfChanged } = await import('./lib/build-if-changed.mjs');
const { installIfChanged } = await import('./lib/install.mjs');
const { exitWith, root } = await import('./lib/project.mjs');

/**
 * The long tests of money. `npm run soak` runs all, `npm run soak -- NAME` one of them:
 * model compares the ledger with arithmetic, crashes kills a working server again and again, once on
 * the embedded database and once on a PostgreSQL.
 */
const parts = {
  model: ['scripts/soak-model.ts'],
  crashes: ['scripts/soak-crashes.ts', 'embedded'],
  'crashes-postgres': ['scripts/soak-crashes.ts', 'postgres'],
};
const wanted = process.argv[2];

process.chdir(root);
try {
  await installIfChanged();
  await buildIfChanged();
  const names = Object.keys(parts);
  if (wanted && !names.includes(wanted)) {
    throw new Error(`There is no soak ${wanted}. There are: ${names.join(', ')}.`);
  }
  for (const [name, parameters] of Object.entries(parts)) {
    if (wanted && wanted !== name) continue;
    console.log(`\n${name}`);
    const command = ['--import', 'tsx', ...parameters, ...process.argv.slice(3)];
    const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`The soak ${name} failed.`);
  }
} catch (error) {
  exitWith(error);
}
