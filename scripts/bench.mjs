import './lib/require-node.mjs';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

// Imported later, so that an old Node gets as far as the line that refuses it.
const { installIfChanged } = await import('./lib/install.mjs');
const { exitWith, root } = await import('./lib/project.mjs');

/** `npm run bench` measures everything in bench/, `npm run bench -- NAME` one of them, with what follows. */
const known = readdirSync(join(root, 'bench'), { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => entry.name.slice(0, -3));
const wanted = process.argv[2];

process.chdir(root);
try {
  await installIfChanged();
  if (wanted && !known.includes(wanted)) {
    throw new Error(`There is no bench ${wanted}. There are: ${known.join(', ')}.`);
  }
  for (const name of wanted ? [wanted] : known) {
    console.log(`\n${name}`);
    const file = join('bench', `${name}.ts`);
    const args = ['--import', 'tsx', file, ...process.argv.slice(3)];
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`The bench ${name} failed.`);
  }
} catch (error) {
  exitWith(error);
}
