import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, readdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import path from 'node:path';

import { messageOf } from '#server/lib/describe-error.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { codeOf } from '#shared-node/code-of.mjs';

import type { Database, OnWarning } from './database.ts';
import { createEmbeddedDatabase } from './embedded.ts';
import { openDurablePglite } from './pglite.ts';

// Only one process may open the embedded database. So that a running site can be backed up, its server
// copies the database for every process that connects to a socket in the data folder, which only the
// site's user may do. The copy is removed when that process disconnects, so also when it is killed.

const prefix = 'db.copy-';

type Source = { copyTo: NonNullable<Database['copyTo']>; dataDir: string };

/** Returns a function that stops it. The site runs without it: only backups need it. */
export async function offerCopies(
  source: Source,
  onWarning: OnWarning,
): Promise<() => Promise<void>> {
  const { dataDir } = source;
  const open = new Set<Socket>();
  const serving = new Set<Promise<void>>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    const served = serveCopy(source, socket).catch((error: unknown) =>
      onWarning('A copy of the database could not be removed.', error),
    );
    serving.add(served);
    void served.then(() => serving.delete(served) && open.delete(socket));
  });
  try {
    await removeCopies(dataDir);
    await rm(addressOf(dataDir), { force: true });
    server.listen(addressOf(dataDir));
    await once(server, 'listening');
    if (process.platform !== 'win32') await chmod(addressOf(dataDir), 0o600);
  } catch (error) {
    onWarning('Backups can only be made while the site is stopped.', error);
  }
  return async () => {
    server.close();
    for (const socket of open) socket.destroy();
    await Promise.all(serving);
  };
}

async function serveCopy({ copyTo, dataDir }: Source, socket: Socket): Promise<void> {
  const folder = path.join(dataDir, `${prefix}${randomUUID()}`);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  socket.resume();
  try {
    const answer = await copyTo(folder).then(
      () => ({ folder }),
      (error: unknown) => ({ problem: messageOf(error) }),
    );
    // The other side sees the end, and ends its own side when it no longer needs the copy.
    socket.end(JSON.stringify(answer));
    await closed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A copy of the database of the site that runs on this data folder; undefined if none runs. */
export async function openCopyOfRunningSite(dataDir: string): Promise<Database | undefined> {
  const socket = connect({ path: addressOf(dataDir), allowHalfOpen: true });
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(codeOf(error))) return undefined;
    throw new StartupError(
      `The running site cannot be asked for a copy of its database (${codeOf(error)}). Run this as the user of the site.`,
      { cause: error },
    );
  }
  const answer = await readToEnd(socket);
  const { folder, problem = 'it has stopped' } = JSON.parse(answer || '{}') as Answer;
  if (folder === undefined) {
    socket.destroy();
    throw new StartupError(`The running site could not copy its database: ${problem}.`);
  }
  return openCopy(folder, async () => void socket.destroy());
}

/** Leaves the own side open, unlike the readers of node:stream/consumers. */
async function readToEnd(socket: Socket): Promise<string> {
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
  return answer;
}

type Answer = { folder?: string; problem?: string };

/** Gives `work` the folder of a copy of this process's own database. */
export async function withOwnCopy<T>(
  { copyTo, dataDir }: Source,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = path.join(dataDir, `${prefix}${randomUUID()}`);
  try {
    await copyTo(folder);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Calls `release` when it is closed. */
export async function openCopy(
  folder: string,
  release: () => Promise<void> = async () => {},
): Promise<Database> {
  try {
    const pglite = await openDurablePglite(folder);
    return createEmbeddedDatabase({ pglite, onWarning: () => {}, onClosed: release });
  } catch (error) {
    await release();
    throw error;
  }
}

/** Removes the copies that a killed server has left. */
async function removeCopies(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(prefix));
  for (const name of names) await rm(path.join(dataDir, name), { recursive: true, force: true });
}

function addressOf(dataDir: string): string {
  if (process.platform !== 'win32') return path.join(dataDir, 'copy.sock');
  const name = createHash('sha256').update(path.resolve(dataDir)).digest('hex');
  return String.raw`\\.\pipe\wynhold-${name}`;
}
