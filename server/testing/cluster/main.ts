import { parseArgs } from 'node:util';

import { demoAccounts, demoPassword } from '#server/features/accounts/accounts.demo.ts';
import { createClusterDatabase } from '#server/testing/cluster/cluster-database.ts';
import { openCluster, readProxyKind } from '#server/testing/cluster/open-cluster.ts';
import { buildIfChanged } from '#tooling/build-if-changed.mjs';
import { exitWith, root } from '#tooling/project.mjs';

// npm run cluster -- [2] [--proxy own|nginx|caddy] [--port 3000]
// Several replicas on one PostgreSQL behind a reverse proxy, on this machine only, for trying out. With
// DATABASE_URL it uses that database and DEMO decides about demo content; otherwise a new one with demo
// content, which is removed at the end. The key r or SIGHUP restarts the replicas one after the other.

process.chdir(root);
const { count, proxy, port } = readOptions();
await buildIfChanged().catch(exitWith);
const given = process.env.DATABASE_URL;
const database = given
  ? { url: given, remove: async () => {} }
  : await createClusterDatabase().catch(exitWith);
// Before everything has started, exiting is enough: it ends the replicas, and its end ends PostgreSQL.
let close = async (): Promise<void> => {};
let isClosing = false;
let restarting: Promise<void> | undefined;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => end(code));
}
console.log(`Starting ${count} replicas…`);
const cluster = await openCluster({
  count,
  proxy,
  port,
  databaseUrl: database.url,
  settings: {
    DEMO: given ? (process.env.DEMO ?? 'off') : 'on',
    LOG_LEVEL: 'warn',
    SHUTDOWN_GRACE_SECONDS: process.env.SHUTDOWN_GRACE_SECONDS ?? '3',
  },
}).catch(async (error: unknown) => {
  await database.remove();
  return exitWith(error);
});
close = async () => {
  await cluster.close();
  await database.remove();
};
console.log(`\nThe cluster is open: ${cluster.url}`);
if (!given) {
  console.log(`Demo accounts, all with the password ${demoPassword}:`);
  for (const { email, username } of demoAccounts) console.log(`  ${email}  ${username}`);
}
const keys = process.stdin.isTTY ? 'Press r to restart' : `kill -HUP ${process.pid} restarts`;
console.log(`\n${keys} the replicas one after the other; Ctrl+C ends everything.`);
process.on('SIGHUP', () => void restartAll());
readKeys();

function readOptions(): { count: number; proxy: ReturnType<typeof readProxyKind>; port: number } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        proxy: { type: 'string', default: 'own' },
        port: { type: 'string', default: '3000' },
      },
    });
    const count = Number(positionals[0] ?? '2');
    if (!Number.isInteger(count) || count < 1 || count > 8) {
      throw new Error('The number of replicas must be from 1 to 8.');
    }
    return { count, proxy: readProxyKind(values.proxy), port: Number(values.port) };
  } catch (error) {
    return exitWith(error);
  }
}

/** Does nothing while a restart is running. */
function restartAll(): Promise<void> {
  return (restarting ??= restartEach().finally(() => (restarting = undefined)));
}

async function restartEach(): Promise<void> {
  for (let at = 0; at < cluster.count; at += 1) {
    if (isClosing) return;
    console.log(`Restarting replica ${at + 1} of ${cluster.count}…`);
    await cluster.restart(at).catch((error: unknown) => console.error(error));
  }
  if (!isClosing) console.log('All replicas are new.');
}

function readKeys(): void {
  if (!process.stdin.isTTY) return;
  // Single keys arrive at once, and so does Ctrl+C, which the terminal no longer turns into a signal.
  process.stdin.setRawMode(true).on('data', (keys) => {
    if (keys.includes('r')) void restartAll();
    if (keys.includes('\u0003')) end(130);
  });
}

/** A second call exits at once. */
function end(code: number): void {
  if (isClosing) process.exit(code);
  isClosing = true;
  void close().finally(() => process.exit(code));
}
