import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { findActorsOf, recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { messageOf } from '#server/lib/describe-error.ts';
import type { Backups } from '#shared/endpoints/backups.ts';
import { AppError } from '#shared/errors.ts';

import { namesOf } from './backup-names.ts';
import { createBackupPlace } from './create-backup-place.ts';
import { findBackupRequest, requestAction } from './requested-backups.service.ts';
import { findState } from './scheduled-backups.service.ts';

// A backup contains everything, so only admins with a fresh sign-in get one, and the audit log says who did. Only
// names that the site itself gives are looked up, so no other file can be read.

type ListDeps = Pick<Deps, 'config' | 'db'>;

export async function listBackups({ config, db }: ListDeps): Promise<Backups> {
  const place = createBackupPlace(config);
  const { timeOf } = namesOf(config);
  let problem: string | null = null;
  const files = await place.list().catch((error: unknown) => {
    problem = messageOf(error).slice(0, 300);
    return [];
  });
  const own = files.flatMap(({ name, bytes }) => {
    const at = timeOf(name);
    return at ? [{ name, bytes, at }] : [];
  });
  const newest = own.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, mostListed);
  const actors = await findActorsOf(db, {
    action: requestAction,
    subjects: newest.map(({ name }) => name),
  });
  const { failure } = await findState(db);
  return {
    place: place.description,
    everyHours: config.backups.everyHours,
    keepDays: config.backups.keepDays,
    requestedAt: (await findBackupRequest(db))?.at ?? null,
    failure: failure && { lastAt: failure.lastAt, reason: failure.reason },
    backups: newest.map((file) => ({ ...file, requestedBy: actors.get(file.name) ?? null })),
    problem,
  };
}

const mostListed = 200;

export async function getBackup(
  { config }: Pick<Deps, 'config'>,
  name: string,
): Promise<{ name: string; bytes: number }> {
  assertPrivate(config);
  const files = namesOf(config).isOwn(name) ? await createBackupPlace(config).list() : [];
  const file = files.find((one) => one.name === name);
  if (!file) throw noSuchBackup();
  return file;
}

export async function openBackup({ config, db }: ListDeps, actor: Actor, name: string) {
  assertPrivate(config);
  if (!namesOf(config).isOwn(name)) throw noSuchBackup();
  const file = await createBackupPlace(config).open(name);
  if (!file) throw noSuchBackup();
  await recordAudit(db, { actor, action: 'backups/downloaded', subject: name }).catch((error) => {
    file.stream.destroy();
    throw error;
  });
  return file;
}

function assertPrivate({ demo, devPages }: Config): void {
  if (!demo || devPages) return;
  throw new AppError(
    'backups/public-demo',
    'Backups of a public demo cannot be downloaded, because everybody knows its admin.',
  );
}

function noSuchBackup(): AppError {
  return new AppError('request/not-found', 'There is no such backup any more.');
}
