import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Like e2e/support/serve-app.mjs, with the Firebase Auth emulator as the identity provider.

const { E2E_PORT: port, FIREBASE_AUTH_EMULATOR_HOST: emulatorHost } = process.env;
if (!emulatorHost)
  throw new Error('Set FIREBASE_AUTH_EMULATOR_HOST to the address of the emulator.');
const allowedVariables = new Set([
  'PATH',
  'HOME',
  'USERPROFILE',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SYSTEMROOT',
]);
for (const name of Object.keys(process.env)) {
  if (!allowedVariables.has(name.toUpperCase())) delete process.env[name];
}

const folder = mkdtempSync(join(tmpdir(), 'wynhold-e2e-'));
process.on('exit', () => {
  process.chdir(tmpdir());
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

Object.assign(process.env, {
  ENV_FILE: 'none',
  PORT: port,
  HOST: '127.0.0.1',
  SITE_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: folder,
  DEMO: 'on',
  DEMO_SIMULATOR: 'off',
  LOG_LEVEL: 'warn',
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'demo-wynhold',
  FIREBASE_API_KEY: 'demo',
  FIREBASE_AUTH_EMULATOR_HOST: emulatorHost,
});
process.chdir(folder);
process.setSourceMapsEnabled(true);
await import(new URL('../../dist/server/main.js', import.meta.url).href);
