import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';

import { root } from '#tooling/project.mjs';

/**
 * The same type as in bench/lib/report.ts.
 * @typedef {{
 *   what: string,
 *   ours: string,
 *   yardstick: string,
 *   figure: number,
 *   goal: { atLeast: number } | { atMost: number },
 * }} Row
 */
/** @typedef {{ name: string, rows: Row[] }} Section */

const file = join(root, 'docs/benchmarks.md');
const intro = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- --only NAME\` measures one section again. Times depend on the
machine; ratios are taken within one run, in turns with what they are compared with, and mean the same
everywhere.
`;

/**
 * Sections that were not measured this time keep their earlier text.
 * @param {Section[]} sections
 */
export async function writeBenchmarks(sections) {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : intro;
  const kept = new Map(
    before
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text.trimEnd()]),
  );
  for (const section of sections) kept.set(section.name, describe(section));
  const texts = [...kept.values()].map((text) => `## ${text}\n`);
  writeFileSync(file, [intro, ...texts].join('\n'));
  console.log(`\nWritten to docs/benchmarks.md.`);
}

/** @param {Section} section */
function describe({ name, rows }) {
  const day = new Date().toISOString().slice(0, 10);
  const [processor] = os.cpus();
  const gigabytes = Math.round(os.totalmem() / 2 ** 30);
  const machine = [
    `${os.availableParallelism()} cores ${processor?.model ?? ''}`.trim(),
    `${gigabytes} GB`,
    `${os.type()} ${os.arch()}`,
    `Node.js ${process.versions.node}`,
  ];
  const lines = rows.map((row) => {
    const goal = 'atLeast' in row.goal ? `≥ ${row.goal.atLeast}` : `≤ ${row.goal.atMost}`;
    return `| ${row.what} | ${row.ours} | ${row.yardstick} | ${row.figure} | ${goal} |`;
  });
  return [
    name,
    '',
    `${day}, ${machine.join(', ')}.`,
    '',
    '| what | ours | yardstick | ratio or figure | goal |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}
