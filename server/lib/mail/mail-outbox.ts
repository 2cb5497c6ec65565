import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { DevMail } from '#shared/endpoints/dev.ts';

import { retentionDays } from '../data/retention.ts';

// Emails are written here when there is no mail server. They contain reset links: only the owner may read
// them.

let written = 0;

export function outboxFolder({ dataDir }: { dataDir: string }): string {
  return path.join(dataDir, 'outbox');
}

export async function writeToOutbox(folder: string, eml: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${nextId()}.eml`);
  // Renamed when complete, so that a listing never contains a partial file.
  const draft = `${file}.part`;
  try {
    await writeFile(draft, eml, { mode: 0o600, flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Deletes old emails. Their names begin with the time at which they were written. */
export async function tidyOutbox(folder: string): Promise<void> {
  const oldest = idTime(new Date(Date.now() - retentionDays.outbox * 86_400_000));
  const names = await readdir(folder).catch(emptyWhenMissing);
  const isOld = (name: string) => /^\d{8}T\d{9}Z-/.test(name) && name < oldest;
  await Promise.all(
    names.filter(isOld).map((name) => rm(path.join(folder, name), { force: true })),
  );
}

/** For a deleted account. */
export async function removeFromOutbox(folder: string, email: string): Promise<void> {
  const names = await readdir(folder).catch(emptyWhenMissing);
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    const mail = await findInOutbox(folder, name.slice(0, -4));
    if (mail?.to.toLowerCase().includes(email.toLowerCase())) {
      await rm(path.join(folder, name), { force: true });
    }
  }
}

/** Newest first. */
export async function listOutbox(folder: string, max: number): Promise<DevMail[]> {
  const names = await readdir(folder).catch(emptyWhenMissing);
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .toReversed()
    .slice(0, max);
  const mails = await Promise.all(newest.map((name) => findInOutbox(folder, name.slice(0, -4))));
  return mails.filter((mail) => mail !== undefined);
}

export async function findInOutbox(folder: string, id: string): Promise<DevMail | undefined> {
  // Prevents path traversal.
  if (!/^[\w-]+$/.test(id)) return undefined;
  const eml = await readFile(path.join(folder, `${id}.eml`)).catch(undefinedWhenMissing);
  return eml && parseMail(id, eml);
}

async function parseMail(id: string, eml: Buffer): Promise<DevMail> {
  const { default: PostalMime } = await import('postal-mime');
  const { to = [], subject = '', date = '', text = '', html = '' } = await PostalMime.parse(eml);
  return {
    id,
    to: to.map(({ address }) => address).join(', '),
    subject,
    at: date,
    text: text.trimEnd(),
    html: html.trimEnd(),
  };
}

/** Sorts by time; the counter keeps the order within a millisecond. */
function nextId(): string {
  written += 1;
  const count = String(written % 10_000).padStart(4, '0');
  return `${idTime(new Date())}-${count}-${randomBytes(4).toString('hex')}`;
}

function idTime(time: Date): string {
  return time.toISOString().replaceAll(/[-:.]/g, '');
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

function undefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
