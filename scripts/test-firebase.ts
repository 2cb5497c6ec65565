import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { installTool } from '#tooling/install.mjs';
import { exitWith, root } from '#tooling/project.mjs';

import { finish, runPlaywright, runVitest } from './lib/outcomes.ts';

// npm run test:firebase: tests the Firebase adapter and the account journeys against the official
// Firebase Auth emulator.

const project = 'demo-wynhold';

try {
  const { host, stop } = await startEmulator();
  const env = { ...process.env, FIREBASE_AUTH_EMULATOR_HOST: host };
  const outcomes = [
    await runVitest('Firebase adapter', { args: ['--config=e2e/firebase/vitest.config.ts'], env }),
    await runJourneys('journeys on Firebase', env, { isHiding: false }),
    await runJourneys('journeys on Firebase, addresses hidden', env, { isHiding: true }),
  ];
  stop();
  finish(outcomes);
} catch (error) {
  exitWith(error);
}

async function startEmulator(): Promise<{ host: string; stop: () => void }> {
  const toolsDir = await installTool('firebase-tools', { label: 'the Firebase emulator' });
  const child = spawn(process.execPath, ['e2e/firebase/emulator.mjs', toolsDir], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const limit = setTimeout(() => child.kill(), 90_000);
  for await (const line of createInterface({ input: child.stdout })) {
    const host = /^listening on (\S+)$/.exec(line)?.[1];
    if (!host) continue;
    clearTimeout(limit);
    // Keep reading: a full pipe would block the emulator.
    child.stdout.resume();
    return { host, stop: () => child.stdin.end() };
  }
  throw new Error('The Firebase emulator did not start.');
}

/** `isHiding`: the provider answers the same for unknown addresses and wrong passwords. */
async function runJourneys(
  name: string,
  env: NodeJS.ProcessEnv,
  { isHiding }: { isHiding: boolean },
) {
  await prepareProject(env.FIREBASE_AUTH_EMULATOR_HOST ?? '', isHiding);
  return runPlaywright(name, {
    args: ['--config=e2e/firebase/playwright.config.ts'],
    env: { ...env, E2E_IDENTITY: 'firebase', E2E_HIDDEN_EMAILS: isHiding ? '1' : '' },
  });
}

/** Empties the provider, because every run of the site starts with an empty database. */
async function prepareProject(host: string, isHiding: boolean) {
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
