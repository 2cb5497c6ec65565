import * as z from 'zod/mini';

import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findStoredValue, storeValue } from '#server/lib/data/settings.db.ts';
import { messageOf } from '#server/lib/describe-error.ts';

import { namesOf } from './backup-names.ts';
import type { BackupPlace } from './backup-place.ts';
import { createBackupPlace } from './create-backup-place.ts';
import { makeBackupApart } from './make-apart.service.ts';
import { endBackupRequest, findBackupRequest } from './requested-backups.service.ts';
import type { BackupRequest } from './requested-backups.service.ts';

// Backups that the site makes by itself (BACKUP_EVERY_HOURS), and those that an admin asks for. The job asks often whether one is due, so
// that a failed one is tried again soon and a restart does not move the schedule. Its lease in the database
// lets one replica work at a time; what happened is a row of `settings`, which all replicas read.

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const stateKey = 'backups.scheduled';

type BackupState = z.infer<typeof BackupState>;
const BackupState = z.object({
  /** When the first backup of this schedule was begun. */
  firstStartedAt: z.nullable(z.iso.datetime()),
  last: z.nullable(
    z.object({ at: z.iso.datetime(), name: z.string(), place: z.string(), bytes: z.int() }),
  ),
  /** All attempts since the last success. */
  failure: z.nullable(
    z.object({
      count: z.int(),
      since: z.iso.datetime(),
      lastAt: z.iso.datetime(),
      reason: z.string(),
    }),
  ),
});
const nothingYet: BackupState = { firstStartedAt: null, last: null, failure: null };

type BackupDeps = Pick<Deps, 'config' | 'database' | 'db' | 'live' | 'log' | 'media'>;

type Turn = { signal?: AbortSignal | undefined; now?: Date };

/** Deletes old backups and makes a new one, if it is time for one. */
export async function makeDueBackup(
  deps: BackupDeps,
  { signal = new AbortController().signal, now = new Date() }: Turn = {},
): Promise<void> {
  const { config, log } = deps;
  const place = createBackupPlace(config);
  const { everyHours } = config.backups;
  let state = await findState(deps.db);
  const request = await findBackupRequest(deps.db);
  if (!request && !isDue(state, { place, now, everyHours })) return;
  state = { ...state, firstStartedAt: state.firstStartedAt ?? now.toISOString() };
  await storeState(deps, state);
  const reportFailure = async (error: unknown) => {
    // While the server stops this is expected: the next one makes the backup.
    if (signal.aborted) return;
    log?.error({ err: error }, 'scheduled backup failed');
    await storeState(deps, { ...state, failure: addFailure(state.failure, error, now) }, request);
  };
  // First, because it makes room. If it fails, which may be on purpose, a backup is made nevertheless.
  const removed = everyHours > 0 ? removeOld(config, place, now) : Promise.resolve();
  const problem = await removed.then(() => undefined, explainRemoval);
  try {
    const name = request?.name ?? namesOf(config).nameAt(now);
    state = { ...state, failure: null, last: await make(deps, { place, signal, now, name }) };
    if (problem) await reportFailure(problem);
    else await storeState(deps, state, request);
  } catch (error) {
    await reportFailure(error);
  }
}

function explainRemoval(error: unknown): Error {
  return new Error(`Old backups could not be deleted: ${messageOf(error)}`, { cause: error });
}

export async function findBackupStatus(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  now = Date.now(),
) {
  const { everyHours } = config.backups;
  const { firstStartedAt, last, failure } = await findState(db);
  const since = Date.parse(last?.at ?? firstStartedAt ?? '');
  return {
    everyHours,
    last,
    failure: everyHours > 0 ? failure : null,
    isOverdue: everyHours > 0 && now - since > 2 * everyHours * hourMs,
  };
}

type Schedule = { place: BackupPlace; now: Date; everyHours: number };

/** A failed backup is tried again after an hour. */
function isDue({ last, failure }: BackupState, { place, now, everyHours }: Schedule): boolean {
  if (everyHours === 0) return false;
  const hasPassed = (at: string, hours: number) => {
    const passed = now.getTime() - Date.parse(at);
    // A time in the future comes from a wrong clock.
    return passed >= hours * hourMs || passed < 0;
  };
  const isNew = last?.place === place.description && !hasPassed(last.at, everyHours);
  return !isNew && (!failure || hasPassed(failure.lastAt, 1));
}

type Making = { place: BackupPlace; signal: AbortSignal; now: Date; name: string };

async function make(deps: BackupDeps, { place, signal, now, name }: Making) {
  const { isOwn } = namesOf(deps.config);
  await place.removeUnfinished(isOwn);
  // There already if the process that made it was killed before it could say so.
  const { bytes } =
    (await place.list()).find((file) => file.name === name) ??
    (await place.store(name, (file) => makeBackupApart(deps, file, signal), signal));
  return { at: now.toISOString(), name, place: place.description, bytes };
}

/** The newest one is kept, however old it is. */
async function removeOld(config: Config, place: BackupPlace, now: Date): Promise<void> {
  const { isOwn, nameAt } = namesOf(config);
  const oldest = nameAt(new Date(now.getTime() - config.backups.keepDays * dayMs));
  const names = (await place.list()).map(({ name }) => name);
  const newestLast = names.filter((name) => isOwn(name)).sort();
  for (const name of newestLast.slice(0, -1)) if (name < oldest) await place.remove(name);
}

function addFailure(before: BackupState['failure'], error: unknown, now: Date) {
  const at = now.toISOString();
  const reason = messageOf(error).slice(0, 300);
  return { count: (before?.count ?? 0) + 1, since: before?.since ?? at, lastAt: at, reason };
}

export async function findState(db: Db): Promise<BackupState> {
  return z.safeParse(BackupState, await findStoredValue(db, stateKey)).data ?? nothingYet;
}

/** A request that led to this state is done. */
async function storeState(
  { db, live }: BackupDeps,
  state: BackupState,
  request?: BackupRequest,
): Promise<void> {
  await transaction(db, async (trx) => {
    await storeValue(trx, stateKey, state);
    if (request) await endBackupRequest(trx);
    await live.publish(trx, { topic: 'admin' });
  });
}
