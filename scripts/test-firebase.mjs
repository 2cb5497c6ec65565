import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import './lib/require-node.mjs';

// Proves the Firebase adapter and the accounts' journeys against the official Firebase Auth emulator.
// It is large (240 MB) and of no other use, so it has an install of its own, outside package.json.

const { buildIfChanged } = await import('./lib/build-if-changed.mjs');
const { findOrInstallChromium } = await import('./lib/find-chromium.mjs');
const { installIfChanged } = await import('./lib/install.mjs');
const { withProgress } = await import('./lib/progress.mjs');
const { cacheDir, exitWith, readJson } = await import('./lib/project.mjs');
const { runPlaywright, runVitest } = await import('./lib/reported-runs.mjs');
const { run } = await import('./lib/run.mjs');
const { finish, runSteps } = await import('./lib/steps.mjs');

const version = '15.34.0';
const project = 'demo-wynhold';
const toolsDir = join(cacheDir, 'firebase-tools');

try {
  await installIfChanged();
  await buildIfChanged();
  if (installedVersion() !== version) {
    await withProgress('Installing the Firebase emulator', installEmulator);
  }
  const emulator = await startEmulator();
  const outcomes = await runSteps([
    { name: 'Firebase adapter', work: () => runAdapterTests(emulator.host) },
    { name: 'journeys on Firebase', work: () => runJourneys(emulator.host, false) },
    { name: 'journeys, addresses hidden', work: () => runJourneys(emulator.host, true) },
  ]);
  emulator.stop();
  finish(outcomes);
} catch (error) {
  exitWith(error);
}

function installedVersion() {
  const file = join(toolsDir, 'node_modules/firebase-tools/package.json');
  return existsSync(file) ? readJson(file).version : undefined;
}

/** Without install scripts: one of them would compile re2, which the auth emulator does not use. */
async function installEmulator() {
  rmSync(toolsDir, { recursive: true, force: true });
  mkdirSync(toolsDir, { recursive: true });
  const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--prefix', toolsDir];
  const { code, output } = await run('npm', ['install', ...flags, `firebase-tools@${version}`], {
    shell: process.platform === 'win32',
  });
  if (code !== 0) throw new Error(`${output.trim()}\n\nThe emulator could not be installed.`);
}

/** @returns {Promise<{ host: string, stop: () => void }>} */
async function startEmulator() {
  const child = spawn(process.execPath, ['e2e/firebase/emulator.mjs', toolsDir], {
    cwd: join(cacheDir, '..'),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const limit = setTimeout(() => child.kill(), 90_000);
  for await (const line of createInterface({ input: child.stdout })) {
    const host = /^listening on (\S+)$/.exec(line)?.[1];
    if (!host) continue;
    clearTimeout(limit);
    // What it prints later must not fill the pipe and stop it.
    child.stdout.resume();
    return { host, stop: () => child.stdin.end() };
  }
  throw new Error('The Firebase emulator did not start.');
}

/** @param {string} host */
function runAdapterTests(host) {
  return runVitest(['--config=e2e/firebase/vitest.config.ts'], {
    env: { ...process.env, FIREBASE_AUTH_EMULATOR_HOST: host },
    limitSeconds: 180,
  });
}

/**
 * @param {string} host
 * @param {boolean} isHiding whether the provider tells unknown addresses from wrong passwords
 */
async function runJourneys(host, isHiding) {
  await prepareProject(host, isHiding);
  return runPlaywright(['--config=e2e/firebase/playwright.config.ts'], {
    env: {
      ...process.env,
      CHROMIUM_PATH: (await findOrInstallChromium()) ?? '',
      FIREBASE_AUTH_EMULATOR_HOST: host,
      E2E_IDENTITY: 'firebase',
      E2E_HIDDEN_EMAILS: isHiding ? '1' : '',
    },
    limitSeconds: 900,
  });
}

/**
 * Every run of the site starts with an empty database, and so must its provider.
 * @param {string} host
 * @param {boolean} isHiding
 */
async function prepareProject(host, isHiding) {
  const base = `http://${host}/emulator/v1/projects/${project}`;
  const emailPrivacyConfig = { enableImprovedEmailPrivacy: isHiding };
  const answers = [
    await fetch(`${base}/accounts`, { method: 'DELETE' }),
    await fetch(`${base}/config`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ emailPrivacyConfig }),
    }),
  ];
  for (const { ok, url, status } of answers) if (!ok) throw new Error(`${url} answered ${status}.`);
}
