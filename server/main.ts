import { fileURLToPath } from 'node:url';

import { loadConfig } from './config.ts';
import type { Config } from './config.ts';
import { demoAccounts, demoPassword } from './features/accounts/accounts.demo.ts';
import { StartupError } from './lib/startup-error.ts';
import { openDeps } from './open-deps.ts';

async function main(): Promise<void> {
  const config = loadConfig();
  // The embedded database takes half a second to compile, beside which the rest is loaded.
  const [deps, { serve }] = await Promise.all([openDeps(config), import('./serve.ts')]);
  const site = await serve(deps, {
    clientFolder: besideBuild('../client'),
    artFolder: besideBuild('./demo/art'),
    rendererFile: besideBuild('../renderer/render.js'),
  });
  closeOnSignal(async () => {
    await site.close();
    await deps.close();
  });
  announce(config, site.origin);
}

/** As seen from dist/server/main.js, which this file is built to. */
function besideBuild(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

main().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exit(1);
});

function announce(config: Config, origin: string): void {
  const lines = [`${config.siteName} is open: ${origin}`];
  if (config.demo) {
    lines.push(`Demo accounts, all with the password ${demoPassword}:`);
    for (const { email, username } of demoAccounts) lines.push(`  ${email}  ${username}`);
  }
  console.log(lines.join('\n'));
}

/** One line for what the operator can mend; anything else is a bug and shows itself whole. */
function describeFailure(error: unknown): unknown {
  if (error instanceof StartupError) return error.message;
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE') {
      return 'The port is already in use. Stop the other program, or set PORT to another number.';
    }
    if (error.code === 'EACCES')
      return 'This port or folder may not be used. Change PORT or DATA_DIR.';
  }
  return error;
}

/** Finish what is under way, then leave; a second signal or 10 s of waiting ends it at once. */
function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false;
  const leave = (): void => {
    if (isClosing) process.exit(1);
    isClosing = true;
    setTimeout(() => process.exit(1), 10_000).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', leave);
  process.on('SIGTERM', leave);
}
