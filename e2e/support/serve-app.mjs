import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Serves the built app for the journeys: an empty data folder of its own, the embedded database,
// and none of the settings that this machine may have for the real site.

const port = process.env.E2E_PORT ?? '3100';
const game = process.env.E2E_GAME ?? 'off';
const kept = new Set(['PATH', 'HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT']);
for (const name of Object.keys(process.env)) {
  if (!kept.has(name.toUpperCase())) delete process.env[name];
}

const folder = mkdtempSync(join(tmpdir(), 'wynhold-e2e-'));
process.on('exit', () => {
  process.chdir(tmpdir());
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

Object.assign(process.env, {
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
// Away from the project's .env file.
process.chdir(folder);
process.setSourceMapsEnabled(true);
const program = new URL('../../dist/server/main.js', import.meta.url);
await import(program.href);
