import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { exitWith, root } from './lib/project.mjs';

// `npm run bench` runs everything in bench/, `npm run bench -- NAME [ARGUMENTS]` one of them.

const [wanted, ...args] = process.argv.slice(2);
const files = readdirSync(join(root, 'bench')).filter((file) => file.endsWith('.ts'));
const known = files.map((file) => file.slice(0, -3));
const names = wanted ? known.filter((name) => name === wanted) : known;
if (names.length === 0) exitWith(`Unknown bench: ${wanted}. Choose one of: ${known.join(', ')}.`);

for (const name of names) {
  console.log(`\n${name}`);
  const command = ['--import', 'tsx', `bench/${name}.ts`, ...args];
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) exitWith(`The bench ${name} failed.`);
}
