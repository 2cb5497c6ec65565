import { secondsSince } from './progress.mjs';

/**
 * One thing the tests or checks consist of. A step that only succeeds or fails counts as one test.
 * @typedef {{ passed: number, failed: number, skipped: number, output: string }} Outcome
 * @typedef {{ name: string, work: () => Promise<Outcome> }} Step
 */

/**
 * Runs the steps in order, at most `atOnce` at a time; says how each went, and shows the output
 * of those that failed.
 * @param {Step[]} steps
 * @param {number} [atOnce]
 */
export async function runSteps(steps, atOnce = 1) {
  const waiting = [...steps];
  /** @type {Outcome[]} */
  const outcomes = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      outcomes.push(await runStep(step));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
}

/** @param {Step} step */
async function runStep({ name, work }) {
  const start = performance.now();
  const signOfLife = setInterval(
    () => console.log(`  …  ${name}: ${secondsSince(start)} s`),
    60_000,
  );
  const outcome = await work().catch(failedBy);
  clearInterval(signOfLife);
  const isGood = outcome.failed === 0;
  console.log(
    `${isGood ? '  ok ' : 'FAIL '} ${name}${describe(outcome)} (${secondsSince(start)} s)`,
  );
  if (!isGood) console.log(`\n${outcome.output.trim()}\n`);
  return outcome;
}

/** @param {Outcome} outcome */
function describe({ passed, failed, skipped }) {
  return passed + failed + skipped > 1 ? `: ${countsLine({ passed, failed, skipped })}` : '';
}

/**
 * @param {unknown} error
 * @returns {Outcome}
 */
function failedBy(error) {
  const output = error instanceof Error ? error.message : String(error);
  return { passed: 0, failed: 1, skipped: 0, output };
}

/**
 * Prints the last line, `N passed, N failed`, and sets the exit code.
 * @param {Outcome[]} outcomes
 */
export function finish(outcomes) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of outcomes) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  console.log(countsLine(total));
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** @param {{ passed: number, failed: number, skipped: number }} counts */
function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @param {import('./run.mjs').Finished} finished
 * @returns {Outcome}
 */
export function oneTest({ code, output }) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
}
