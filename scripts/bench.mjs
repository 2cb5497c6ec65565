import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { writeBenchmarks } from './lib/benchmarks.mjs';
import { buildIfChanged } from './lib/build-if-changed.mjs';
import { exitWith, root } from './lib/project.mjs';

// `npm run bench` measures everything that has a goal and writes docs/benchmarks.md, `npm run bench -- --only
// NAME` only one of these, `npm run bench -- NAME [ARGUMENTS]` any file of bench/, without writing.

/** In the order of the table. Together they take at most 15 minutes. */
const withGoals = ['reads', 'hiscores', 'shop', 'streams', 'start', 'import', 'first-load'];
const longestMinutes = 15;

const files = readdirSync(join(root, 'bench')).filter((file) => file.endsWith('.ts'));
const known = files.map((file) => file.slice(0, -3));
const [first, ...rest] = process.argv.slice(2);
const isTable = first === undefined || first === '--only';
const wanted = first === '--only' ? rest[0] : first;
const allowed = isTable ? withGoals : known;
if (wanted !== undefined && !allowed.includes(wanted)) {
  exitWith(`Unknown bench: ${wanted}. Choose one of: ${allowed.join(', ')}.`);
}

await buildIfChanged().catch(exitWith);
const names = wanted === undefined ? withGoals : [wanted];
const deadline = Date.now() + longestMinutes * 60_000;
const sections = [];
for (const name of names) {
  console.log(`\n${name}`);
  sections.push({ name, rows: await run(name, isTable ? [] : rest) });
}
if (isTable) await writeBenchmarks(sections);

/**
 * Returns the rows that it reported.
 * @param {string} name
 * @param {string[]} args
 */
async function run(name, args) {
  /** @type {import('./lib/benchmarks.mjs').Row[]} */
  const rows = [];
  const left = deadline - Date.now();
  const options = { cwd: root, execArgv: ['--import', 'tsx'], ...(isTable && { timeout: left }) };
  const child = fork(join(root, `bench/${name}.ts`), args, options);
  child.on('message', (/** @type {import('./lib/benchmarks.mjs').Row[]} */ some) => {
    rows.push(...some);
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) exitWith(`The bench ${name} failed.`);
  return rows;
}
