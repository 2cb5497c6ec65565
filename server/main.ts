import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { FastifyBaseLogger as Log } from 'fastify';

import { closeOnSignal } from '#shared-node/close-on-signal.ts';
import { codeOf } from '#shared-node/code-of.mjs';

import { loadConfig } from './config.ts';
import type { Config } from './config.ts';
import { isDatabaseAway, retryWhileAway } from './db/database-away.ts';
import type { Deps } from './deps.ts';
import { demoAccounts, demoPassword } from './features/accounts/accounts.demo.ts';
import { listFirstSteps } from './features/setup/first-steps.ts';
import { createSetupLink, removeSetupLink } from './features/setup/setup-link.service.ts';
import { createLogger } from './lib/logger.ts';
import { keepSecretsKey } from './lib/secrets/secrets-key.ts';
import { StartupError } from './lib/startup-error.ts';
import { openDeps } from './open-deps.ts';

async function main(): Promise<void> {
  const loaded = loadConfig();
  const log = await createLogger(loaded);
  if (loaded.isProduction) logProcessEvents(log);
  const config = await withSecretsKey(loaded, log);
  const onProblem = (what: string, error?: unknown) =>
    log.warn(error === undefined ? {} : { err: error }, what);
  const { deps, site } = await retryWhileAway(() => open(config, { log, onProblem }), {
    pause: wait,
    onWait: (error) => onProblem('The database went away during the start; waiting for it.', error),
  });
  let setupLink: string | undefined;
  closeOnSignal(
    async () => {
      await site.close();
      if (setupLink) await removeSetupLink(deps).catch(() => {});
      await deps.close();
    },
    {
      graceSeconds: config.shutdownGraceSeconds,
      onError: (error) => log.error({ err: error }, 'could not close everything'),
    },
  );
  // Only hints: the site already serves and must not end because of them.
  const hints = { pause: wait };
  try {
    setupLink = await retryWhileAway(() => createSetupLink(deps), hints);
    for (const step of await retryWhileAway(() => listFirstSteps(deps), hints)) log.warn(step);
  } catch (error) {
    onProblem('The setup link and the first steps could not be read. Start again for them.', error);
  }
  // Not through the log, which may be collected where others read it: the link makes an admin.
  if (setupLink) console.error(`Set up the site: ${setupLink}`);
  const message = `${config.siteName} is open: ${site.origin}`;
  if (config.isProduction) log.info(message);
  else console.log(`\n${message}\n${config.demo ? describeDemo() : ''}`);
}

async function open(config: Config, { log, onProblem }: Pick<Deps, 'onProblem'> & { log: Log }) {
  // The embedded database takes half a second to compile; load the rest meanwhile.
  const [deps, { serve }] = await Promise.all([
    openDeps(config, { onProblem }),
    import('./serve.ts'),
  ]);
  try {
    const site = await serve(
      { ...deps, log },
      {
        clientFolder: resolveFromBuild('../client'),
        rendererFile: resolveFromBuild('../renderer/render.js'),
      },
    );
    return { deps, site };
  } catch (error) {
    // It is opened again. After other errors the process ends.
    if (isDatabaseAway(error)) await deps.close();
    throw error;
  }
}

/** In production keys must not be in the database in clear. Several servers without a common folder need SECRETS_KEY. */
async function withSecretsKey(config: Config, log: Log): Promise<Config> {
  if (!config.isProduction || config.secretsKey) return config;
  const keepsFolder = !config.databaseUrl || config.media.kind === 'folder';
  if (keepsFolder) return { ...config, secretsKey: await keepSecretsKey(config.dataDir) };
  log.warn('SECRETS_KEY is not set: a copy of the database would contain keys in clear.');
  return config;
}

/** Resolves a path relative to dist/server/main.js, the build of this file. */
function resolveFromBuild(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

// While nothing keeps the event loop alive, Node waits until V8 has compiled all that it began to compile,
// which takes half a second with the embedded database. Without a server there may be nothing else.
const starting = setInterval(() => {}, 60_000);

main()
  .finally(() => clearInterval(starting))
  .catch(exitWith);

function exitWith(error: unknown): void {
  const reason = explainFailure(error);
  // A bug: Node prints it in full, or logProcessEvents in production.
  if (reason === undefined) throw error;
  console.error(reason);
  process.exit(1);
}

/** Logs warnings and crashes as JSON, which Node would print as plain text. */
function logProcessEvents(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node.js warning'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error, exiting');
    process.exit(1);
  });
}

function describeDemo(): string {
  const accounts = demoAccounts.map(({ email, username }) => `  ${email}  ${username}\n`);
  return `Demo accounts, all with the password ${demoPassword}:\n${accounts.join('')}`;
}

/** One line for problems that the operator can fix. */
function explainFailure(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message;
  if (!(error instanceof Error)) return undefined;
  if (codeOf(error) === 'EADDRINUSE') {
    const port = 'port' in error ? `Port ${String(error.port)}` : 'The port';
    return `${port} is already in use. Stop the other program, or set PORT to another number.`;
  }
  if (codeOf(error) === 'EACCES') {
    return 'No permission to use this port or folder. Change PORT or DATA_DIR.';
  }
  return undefined;
}
