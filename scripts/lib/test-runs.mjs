import { join } from 'node:path';

import { isBuilt } from './build-if-changed.mjs';
import { findOrInstallChromium } from './find-chromium.mjs';
import { root } from './project.mjs';
import { runPlaywright, runVitest } from './reported-runs.mjs';
import { runNode } from './run.mjs';
import { oneTest } from './steps.mjs';

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
  return {
    name: 'unit and integration tests',
    work: () => runVitest([], { env: testEnv, limitSeconds: 1800 }),
  };
}

/** @returns {import('./steps.mjs').Step} */
export function journeysStep() {
  return { name: 'browser journeys', work: runJourneys };
}

async function runJourneys() {
  if (!isBuilt())
    return oneTest({ code: 1, output: 'Not run: there is no build of these sources.' });
  const chromium = await findOrInstallChromium();
  if (!chromium) {
    const output = 'No Chromium was found or could be installed: set CHROMIUM_PATH to one.';
    return oneTest({ code: 1, output });
  }
  const env = { ...testEnv, CHROMIUM_PATH: chromium };
  return runPlaywright([], { env, limitSeconds: 1800 });
}
