import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { prepareSite } from './prepare-site.mjs';

// Serves the built app for the tests, with its own data folder, the embedded database, and none of this
// machine's settings for the real site. The first site of a run prepares a folder, and every site starts
// from a copy of it. Each run prepares a new one, because the demo's dates are relative to that day.

const port = process.env.E2E_PORT ?? '3100';
const game = process.env.E2E_GAME ?? 'off';
const isNew = process.env.E2E_NEW === 'on';
const prepared = isNew ? undefined : process.env.E2E_PREPARED;
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
const ownFolders = [folder];
process.on('exit', () => {
  process.chdir(tmpdir());
  for (const own of ownFolders) rmSync(own, { recursive: true, force: true, maxRetries: 3 });
});

Object.assign(process.env, {
  ENV_FILE: 'none',
  PORT: port,
  HOST: '127.0.0.1',
  SITE_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: folder,
  // For tests that claim another address (accounts.ts).
  TRUST_PROXY: '1',
  DEMO: isNew ? 'off' : 'on',
  ...(isNew && { STAFF_TWO_FACTOR: 'on', CONTACT_EMAIL: 'keeper@stormreach.test' }),
  // Off unless a test needs the game, so that only the tests change anything.
  DEMO_SIMULATOR: game,
  LOG_LEVEL: 'warn',
});
const program = new URL('../../dist/server/main.js', import.meta.url);
if (prepared) {
  if (!existsSync(prepared)) {
    ownFolders.push(prepared);
    mkdirSync(prepared);
    await prepareSite(fileURLToPath(program), prepared);
  }
  cpSync(prepared, folder, { recursive: true });
}
process.chdir(folder);
process.setSourceMapsEnabled(true);
await import(program.href);
