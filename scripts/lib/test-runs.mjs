import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { isBuilt } from './build-if-changed.mjs';
import { findOrInstallChromium } from './find-chromium.mjs';
import { cacheDir, findTool, readJson, root } from './project.mjs';
import { runNode } from './run.mjs';
import { oneTest } from './steps.mjs';

/** @typedef {import('./steps.mjs').Outcome} Outcome */

// The tests bring their own databases: a setting meant for the running site must never lead them to its data.
const testEnv = { ...process.env, DATABASE_URL: '' };

/** @returns {import('./steps.mjs').Step} */
export function buildStep() {
  return {
    name: 'build',
    work: async () => oneTest(await runNode(join(root, 'scripts/build.mjs'), [])),
  };
}

/** @returns {import('./steps.mjs').Step} */
export function vitestStep() {
  return { name: 'unit and integration tests', work: runVitest };
}

/** @returns {import('./steps.mjs').Step} */
export function journeysStep() {
  return { name: 'browser journeys', work: runJourneys };
}

/** @returns {Promise<Outcome>} */
async function runVitest() {
  const reportFile = freshReport('vitest.json');
  const { code, output } = await runNode(
    findTool('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
    { env: testEnv, limitSeconds: 1800 },
  );
  if (!existsSync(reportFile)) return oneTest({ code: 1, output });
  const report = readJson(reportFile);
  // A file that does not even load has no failed test in it; it counts as one.
  const brokenFiles = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  );
  return atLeastOneFailure(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    output,
  });
}

/** @returns {Promise<Outcome>} */
async function runJourneys() {
  if (!isBuilt())
    return oneTest({ code: 1, output: 'Not run: there is no build of these sources.' });
  const chromium = await findOrInstallChromium();
  if (!chromium) {
    const output = 'No Chromium was found or could be installed: set CHROMIUM_PATH to one.';
    return oneTest({ code: 1, output });
  }
  const reportFile = freshReport('playwright.json');
  const { code, output } = await runNode(
    findTool('@playwright/test', 'playwright'),
    ['test', '--reporter=list,json'],
    {
      env: { ...testEnv, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
      limitSeconds: 1800,
    },
  );
  if (!existsSync(reportFile)) return oneTest({ code: 1, output });
  const { stats } = readJson(reportFile);
  return atLeastOneFailure(code, {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    output,
  });
}

/**
 * A run can fail outside any test (an unhandled rejection, a server that does not start, no tests
 * at all): that is a failure too.
 * @param {number} code
 * @param {Outcome} outcome
 * @returns {Outcome}
 */
function atLeastOneFailure(code, outcome) {
  const isFailed = code !== 0 || outcome.passed === 0;
  return { ...outcome, failed: isFailed ? Math.max(1, outcome.failed) : outcome.failed };
}

/** @param {string} name */
function freshReport(name) {
  const folder = join(cacheDir, 'test-reports');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  rmSync(file, { force: true });
  return file;
}
