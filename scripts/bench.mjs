import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildIfChanged } from '#tooling/build-if-changed.mjs';
import { exitWith, root } from '#tooling/project.mjs';

import { writeBenchmarks } from './lib/benchmarks.mjs';

// `npm run bench` measures everything that has a goal and writes docs/benchmarks.md, `npm run bench -- --only
// NAME` only one of these, `npm run bench -- NAME [ARGUMENTS]` any file of bench/, without writing.

/** In the order of the table. Together they take a quarter of an hour, twice as long on slow cores. */
const withGoals = ['reads', 'hiscores', 'shop', 'streams', 'start', 'import', 'first-load'];
/** Ends a bench that hangs, so that the others are run. */
const timeout = 15 * 60_000;

const files = readdirSync(join(root, 'bench')).filter((file) => file.endsWith('.ts'));
const known = files.map((file) => file.slice(0, -3));
const [first, ...rest] = process.argv.slice(2);
const isTable = first === undefined || first === '--only';
const wanted = first === '--only' ? rest[0] : first;
const allowed = isTable ? withGoals : known;
if (wanted !== undefined && !allowed.includes(wanted)) {
  exitWith(`Unknown bench: ${wanted}. Choose one of: ${allowed.join(', ')}.`);
}

const names = wanted === undefined ? withGoals : [wanted];
const missing = names.flatMap((name) => findMissing(name));
if (missing.length > 0) exitWith(missing.join('\n'));

await buildIfChanged().catch(exitWith);
const sections = [];
for (const name of names) {
  console.log(`\n${name}`);
  const rows = await run(name, isTable ? [] : rest);
  if (rows) sections.push({ name, rows });
}
if (isTable) await writeBenchmarks(sections);

/**
 * In one line, what this machine lacks for the bench.
 * @param {string} name
 */
function findMissing(name) {
  if (/^(cost|start|streams)$/.test(name) && process.platform !== 'linux') {
    return [`The bench ${name} needs Linux.`];
  }
  if (name !== 'streams') return [];
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
  return files < 11_000
    ? [
        `The bench streams needs 11,000 open files, and ${files} are allowed: run \`ulimit -n 11000\`.`,
      ]
    : [];
}

/**
 * Returns the rows that it reported, or undefined if it failed: the others are run anyway.
 * @param {string} name
 * @param {string[]} args
 */
async function run(name, args) {
  /** @type {import('./lib/benchmarks.mjs').Row[]} */
  const rows = [];
  const options = { cwd: root, execArgv: ['--import', 'tsx'], ...(isTable && { timeout }) };
  const child = fork(join(root, `bench/${name}.ts`), args, options);
  child.on('message', (/** @type {import('./lib/benchmarks.mjs').Row[]} */ some) => {
    rows.push(...some);
  });
  const [code] = await once(child, 'exit');
  if (code === 0) return rows;
  console.error(`The bench ${name} failed.`);
  process.exitCode = 1;
  return undefined;
}
