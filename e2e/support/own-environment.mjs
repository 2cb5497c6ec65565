import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const allowedVariables = new Set([
  'PATH',
  'HOME',
  'USERPROFILE',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SYSTEMROOT',
]);
const program = new URL('../../dist/server/main.js', import.meta.url);

/**
 * Takes this machine's settings for the real site away, and gives the built app its own data folder and these.
 * @param {Record<string, string | undefined>} settings
 */
export function useOwnEnvironment({ PORT = '3100', ...settings }) {
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
    PORT,
    HOST: '127.0.0.1',
    SITE_URL: `http://127.0.0.1:${PORT}`,
    DATA_DIR: folder,
    DEMO: 'on',
    DEMO_SIMULATOR: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  });
  async function serve() {
    process.chdir(folder);
    process.setSourceMapsEnabled(true);
    await import(program.href);
  }
  return { folder, ownFolders, program, serve };
}
