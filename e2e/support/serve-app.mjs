import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { useOwnEnvironment } from './own-environment.mjs';
import { prepareSite } from './prepare-site.mjs';

// Serves the built app for the tests, with its own data folder, the embedded database, and none of this
// machine's settings for the real site. The first site of a run prepares a folder, and every site starts
// from a copy of it. Each run prepares a new one, because the demo's dates are relative to that day.

const isNew = process.env.E2E_NEW === 'on';
const prepared = isNew ? undefined : process.env.E2E_PREPARED;
const { folder, ownFolders, program, serve } = useOwnEnvironment({
  PORT: process.env.E2E_PORT,
  // For tests that claim another address (accounts.ts).
  TRUST_PROXY: '1',
  ...(isNew && { DEMO: 'off', STAFF_TWO_FACTOR: 'on', CONTACT_EMAIL: 'keeper@stormreach.test' }),
  // Off unless a test needs the game, so that only the tests change anything.
  DEMO_SIMULATOR: process.env.E2E_GAME ?? 'off',
});
if (prepared) {
  if (!existsSync(prepared)) {
    ownFolders.push(prepared);
    mkdirSync(prepared);
    await prepareSite(fileURLToPath(program), prepared);
  }
  cpSync(prepared, folder, { recursive: true });
}
await serve();
