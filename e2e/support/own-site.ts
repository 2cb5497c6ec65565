import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import getPort from 'get-port';

import { test } from './test.ts';

type OwnSite = {
  origin: string;
  /** Its output on stderr. */ readonly printed: string;
  close(): Promise<void>;
};

/** For a file whose tests all run on one site of their own. */
export const onOwnSite = test.extend<object, { site: OwnSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const site = await serveOwnSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.origin),
});

/**
 * Starts the built app with its own port and data folder, for tests that change what every page shows
 * (the banner, the launcher, who is online). Optionally with the demo's game, or new and without the demo.
 */
export async function serveOwnSite({ withGame = false, isNew = false } = {}): Promise<OwnSite> {
  const port = await getPort({ host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${port}`;
  const program = fileURLToPath(new URL('serve-app.mjs', import.meta.url));
  const child = spawn(process.execPath, ['--liftoff-only', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      E2E_PORT: String(port),
      E2E_GAME: withGame ? 'on' : 'off',
      E2E_NEW: isNew ? 'on' : 'off',
    },
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (!isNew) process.stderr.write(text);
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  async function close(): Promise<void> {
    child.kill('SIGTERM');
    await exited;
  }
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) {
      return {
        origin,
        close,
        get printed() {
          return printed;
        },
      };
    }
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  await close();
  throw new Error('The site of this test did not start.');
}
