import { readFile } from 'node:fs/promises';

import fc from 'fast-check';

import { sanitiseHtml } from '#server/lib/html/sanitise-html.ts';
import { attackStrings } from '#server/testing/attack-strings.ts';
import { findActiveContent } from '#server/testing/find-active-content.ts';
import { mutationsOf } from '#server/testing/mutate-html.ts';
import { AppError } from '#shared/errors.ts';

// npm run soak -- sanitiser [RUNS] [SEED] [FILE]
// FILE: more attacks, as a JSON array of strings or of objects with `payload`.

const [, , runs = '20000', seedText, file] = process.argv;
const numRuns = Number(runs);
const seed = Number(seedText ?? Date.now() % 2 ** 31);
const policy = { siteUrl: 'https://play.example', imageHosts: ['i.example.com'] };

const further = file ? readStrings(await readFile(file, 'utf8')) : [];
const strings = [...new Set([...attackStrings, ...further])];
let refused = 0;

async function findActive(html: string): Promise<string[]> {
  try {
    return findActiveContent(await sanitiseHtml(html, policy));
  } catch (error) {
    // Rejected for too many tags or too deep nesting, so it is never shown.
    if (!(error instanceof AppError)) throw error;
    refused += 1;
    return [];
  }
}

function readStrings(text: string): string[] {
  const list = JSON.parse(text) as (string | { payload: string })[];
  return list.map((one) => (typeof one === 'string' ? one : one.payload));
}

console.log(`${strings.length} attacks, then ${runs} mutations of them, seed ${seed}.`);
let active = 0;
for (const html of strings) {
  const found = await findActive(html);
  if (found.length === 0) continue;
  active += 1;
  console.log(`\n${JSON.stringify(html)}\n→ ${found.join('; ')}`);
}
const property = fc.asyncProperty(mutationsOf(strings), async (html) => {
  const found = await findActive(html);
  if (found.length > 0) throw new Error(`Active: ${found.join('; ')}`);
});
await fc.assert(property, { numRuns, seed });
console.log(
  `${strings.length} attacks and ${numRuns} mutations, seed ${seed}: ${active} active, ${refused} refused as too complex.`,
);
if (active > 0) process.exitCode = 1;
