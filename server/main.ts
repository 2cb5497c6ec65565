import { fileURLToPath } from 'node:url';

import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';
import type { Config } from './config.ts';
import { loadDemo, startDemoPictures } from './demo/load-demo.ts';
import { demoAccounts, demoPassword } from './features/accounts/accounts.demo.ts';
import { accountJobs } from './features/accounts/accounts.jobs.ts';
import { eventJobs } from './features/events/events.jobs.ts';
import { hiscoresJobs } from './features/hiscores/hiscores.jobs.ts';
import { identityJobs } from './features/identity/identity.jobs.ts';
import { newsJobs } from './features/news/news.jobs.ts';
import { pollJobs } from './features/polls/polls.jobs.ts';
import { startJobs } from './lib/jobs.ts';
import { rateLimitJobs } from './lib/rate-limit.ts';
import { warmSanitiser } from './lib/sanitise-html.ts';
import { StartupError } from './lib/startup-error.ts';
import { openDeps } from './open-deps.ts';

async function main(): Promise<void> {
  const config = loadConfig();
  const deps = await openDeps(config);
  if (config.demo) await loadDemo(deps);
  // Beside dist/server/main.js, which this file is built to.
  const clientFolder = fileURLToPath(new URL('../client', import.meta.url));
  const app = await buildApp({ ...deps, clientFolder });
  const jobs = [
    ...accountJobs(deps),
    ...eventJobs(deps),
    ...hiscoresJobs(deps),
    ...identityJobs(deps),
    ...newsJobs(deps),
    ...pollJobs(deps),
    ...rateLimitJobs(deps.db),
  ];
  const stopJobs = startJobs(deps.db, jobs, app.log);
  await app.listen({ host: config.host, port: config.port });
  // The first reader of a post should not wait for it.
  warmSanitiser().catch((error: unknown) =>
    deps.onProblem('The HTML sanitiser did not start.', error),
  );
  const artFolder = fileURLToPath(new URL('./demo/art', import.meta.url));
  const stopPictures = config.demo ? startDemoPictures(deps, artFolder) : undefined;
  closeOnSignal(async () => {
    await app.close();
    await stopJobs();
    await stopPictures?.();
    await deps.close();
  });
  announce(config, app.listeningOrigin);
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
