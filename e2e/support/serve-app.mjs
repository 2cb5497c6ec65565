import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { prepareSite } from './prepare-site.mjs';

// Serves the built app for the journeys: a data folder of its own, the embedded database, and none
// of the settings that this machine may have for the real site. The first site of a run prepares a
// folder, and every site starts from a copy of it. It is made again for each run, because the dates
// of the demo's content are counted from the day it was made.

const port = process.env.E2E_PORT ?? '3100';
const game = process.env.E2E_GAME ?? 'off';
const prepared = process.env.E2E_PREPARED;
const kept = new Set(['PATH', 'HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT']);
for (const name of Object.keys(process.env)) {
  if (!kept.has(name.toUpperCase())) delete process.env[name];
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
  // For journeys that name another address (accounts.ts).
  TRUST_PROXY: '1',
  DEMO: 'on',
  // Nothing moves but what the journeys move, unless one asks for the game.
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
