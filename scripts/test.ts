import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';

import { root } from '#tooling/project.mjs';
import { runNpm } from '#tooling/run.mjs';

import { composeLists } from './lib/lists.ts';
import { finish, runChecks, runPlaywright, runVitest } from './lib/outcomes.ts';
import type { Outcome } from './lib/outcomes.ts';

// `npm test` runs what a change needs, and `npm run test:all` everything: all server tests on both database
// engines with the large sizes, and the slow journeys. `npm run test:all -- rest` leaves out what `npm test`
// has already run. `npm run check` runs only the static checks; `npm run fix` repairs what it can before.

const modes = ['test', 'all', 'rest', 'check', 'fix'];
const mode = process.argv.slice(2).at(-1) ?? 'test';
if (!modes.includes(mode)) throw new Error(`Unknown mode ${mode}: use one of ${modes.join(', ')}.`);

// The type checker is a Go program: collecting its garbage at each doubling costs an eighth of its time.
process.env.GOGC ??= '400';

const checks = { lint: ['lint'], format: ['format', '--', '--check'] };
// Not in `npm test`, whose processor time is limited: types cost a twentieth of it. Lint has the rules that need types.
const furtherChecks = {
  types: ['typecheck'],
  lint: ['lint', '--', '--type-aware'],
  spelling: ['spelling'],
  'unused code': ['unused'],
};

if (mode === 'fix') {
  for (const [file, text] of Object.entries(composeLists())) writeFileSync(join(root, file), text);
  await runNpm(['run', 'lint', '--', '--fix']);
  await runNpm(['run', 'format']);
}
if (mode === 'check' || mode === 'fix') {
  finish(await runChecks({ ...checks, ...furtherChecks }));
} else {
  const readCoreSeconds = countCoreSeconds();
  const outcomes = await (mode === 'test' ? runTest() : runEverything(mode === 'rest'));
  const budget = mode === 'test' ? ' of a budget of 850' : '';
  console.log(`\n${readCoreSeconds()} core-seconds${budget}, other programs included`);
  finish(outcomes);
}

/** After the build two lanes, because each of these tests needs a core for most of its time. A third would slow both. */
async function runTest(): Promise<Outcome[]> {
  const built = await runChecks({ build: ['build'], ...checks });
  const tested = await Promise.all([
    runVitest('server tests', { args: ['--project=postgres'] }),
    runOthers(),
  ]);
  return [...built, ...tested.flat()];
}

async function runOthers(): Promise<Outcome[]> {
  return [
    await runVitest('components and unit tests', {
      args: ['--project=dom', '--project=unit'],
      report: 'vitest-dom',
      isShown: false,
    }),
    await runVitest('tests on the embedded engine', {
      args: ['--project=embedded'],
      report: 'vitest-embedded',
      isShown: false,
    }),
    await runPlaywright('browser journeys', { isShown: false }),
  ];
}

async function runEverything(isRest: boolean): Promise<Outcome[]> {
  const env = { ...process.env, TEST_ALL: '1' };
  const outcomes = await runChecks({
    build: ['build'],
    ...(!isRest && checks),
    ...furtherChecks,
  });
  // Components have no large sizes.
  const projects = isRest ? ['--project=unit', '--project=embedded', '--project=postgres'] : [];
  const journeys = isRest ? ['--grep=@slow|@before-slow|@sized'] : [];
  const tests = await Promise.all([
    runVitest('unit and integration tests', { args: projects, env }),
    runPlaywright('browser journeys', { args: journeys, env, isShown: false }),
  ]);
  return [...outcomes, ...tests];
}

/** Counts all cores, because PostgreSQL and the browsers are not child processes of the test runner. */
function countCoreSeconds(): () => number {
  const start = sumBusyMs();
  return () => Math.round((sumBusyMs() - start) / 1000);
}

function sumBusyMs(): number {
  return os
    .cpus()
    .reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}
