import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import type { Deps } from '#server/deps.ts';
import { listJobs } from '#server/features.ts';

import { listPages } from './pages.ts';
import type { World } from './prepare.ts';
import type { Records } from './records.ts';
import type { Replica } from './site.ts';

// Checks the running replicas: their jobs, and the pages they keep.

const graceSeconds = 30;

/**
 * Jobs whose lease has ended, that are overdue by three periods, or that failed since the last kill. One
 * that failed in a crash of the database is tried again after its period, which may be an hour.
 */
export async function findStuckJobs(deps: Deps, quietSince: Date): Promise<string[]> {
  const { rows } = await sql<JobCase>`
    select name, coalesce(lease_until < clock_timestamp(), false) as "isExpired",
      extract(epoch from clock_timestamp() - last_started_at)::float as age,
      case when last_started_at > ${quietSince} then last_error end as error
    from job_runs`.execute(deps.db);
  const runs = new Map(rows.map((row) => [row.name, row]));
  return listJobs(deps).flatMap(({ name, everySeconds }) => {
    const run = runs.get(name);
    if (!run) return [`the job ${name} never ran`];
    if (run.isExpired) return [`the job ${name} was killed and did not run again`];
    const allowed = Math.max(graceSeconds, 3 * everySeconds);
    if (run.age > allowed) return [`the job ${name} last started ${Math.round(run.age)} s ago`];
    return run.error === null ? [] : [`the job ${name} fails: ${run.error}`];
  });
}

type JobCase = { name: string; isExpired: boolean; age: number; error: string | null };

const staleAfterMs = 5000;

/** Pages that a replica shows differently from one that has just started, for more than 5 s. */
export async function findStalePages(
  { replicas, fresh }: { replicas: Replica[]; fresh: Replica },
  { world, records }: { world: World; records: Records },
): Promise<string[]> {
  const { cookie } = world.admins.pages;
  const found: string[] = [];
  for (const path of listPages(records)) {
    for (const [at, replica] of replicas.entries()) {
      const difference = await findDifference({ replica, fresh, path, cookie });
      if (difference) found.push(`Stale on replica ${at + 1} when all was quiet: ${difference}`);
    }
  }
  return found;
}

/** Undefined once both answers are the same. */
async function findDifference({
  replica,
  fresh,
  path,
  cookie,
}: {
  replica: Replica;
  fresh: Replica;
  path: string;
  cookie: string;
}): Promise<string | undefined> {
  const deadline = Date.now() + staleAfterMs;
  for (;;) {
    const read = ({ address }: Replica) => readPage(`${address}${path}`, cookie);
    const [ours, theirs] = await Promise.all([read(replica), read(fresh)]);
    if (ours === theirs) return undefined;
    if (Date.now() > deadline)
      return `${path}, ${ours.slice(0, 150)} instead of ${theirs.slice(0, 150)}`;
    await sleep(200);
  }
}

async function readPage(url: string, cookie: string): Promise<string> {
  try {
    const answer = await fetch(url, { headers: { cookie }, signal: AbortSignal.timeout(15_000) });
    return `${answer.status} ${await answer.text()}`;
  } catch (error) {
    // Not equal to any answer, so the page counts as stale.
    return `${url}: ${String(error)}`;
  }
}
