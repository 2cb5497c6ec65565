import { randomUUID } from 'node:crypto';

import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';

import { hasRow } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';
import { runLongWork } from '#server/db/statement-limit.ts';

/**
 * Scheduled jobs. Every replica wakes up; one claims the job in the database and runs it under a lease,
 * which it renews while the job runs. When a replica is killed its lease expires, and the next replica
 * to wake up runs the job again, so a job must be safe to repeat.
 */
export type Job = {
  name: string;
  everySeconds: number;
  /** The signal asks a job that takes minutes to end, because the server stops. */
  run(signal?: AbortSignal): Promise<void>;
};

/** `held`: another run is not finished, so check again once its lease may have expired. */
type Turn = 'ran' | 'not-due' | 'held';
type End = { leaseId: string; failure: string | null };
/** Calls `work` repeatedly until the returned function is called. */
type Repeat = (work: () => Promise<void>) => () => void;

// A killed job must run again within 30 s or three of its periods, whichever is longer. Replicas check
// at least every 1.1 periods, so a lease of 15 s is short enough for every period.
const leaseSeconds = 15;
const renewEveryMs = 5_000;
const lease = sql`make_interval(secs => ${sql.lit(leaseSeconds)})`;

export function startJobs(db: Db, jobs: Job[], log: FastifyBaseLogger): () => Promise<void> {
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const runIfDue = createJobRunner(db);
  const stopping = new AbortController();

  function schedule(job: Job, delaySeconds: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const turn = takeTurn(job);
      running.add(turn);
      void turn.then(() => running.delete(turn));
    }, delaySeconds * 1000);
    timers.add(timer);
  }

  async function takeTurn(job: Job): Promise<void> {
    let pause = job.everySeconds * (0.9 + Math.random() * 0.2);
    try {
      if ((await runIfDue(job, stopping.signal)) === 'held') pause = Math.min(pause, leaseSeconds);
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed');
    }
    if (!stopping.signal.aborted) schedule(job, pause);
  }

  for (const job of jobs) schedule(job, Math.random() * Math.min(5, job.everySeconds));
  return async () => {
    stopping.abort();
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(running);
  };
}

export function createJobRunner(db: Db, repeat: Repeat = repeatRenewing) {
  /** Results that could not be written to the database yet, by job name. */
  const unrecorded = new Map<string, End>();

  async function recordEnd(name: string): Promise<void> {
    const end = unrecorded.get(name);
    if (!end) return;
    await writeEnd(db, end);
    unrecorded.delete(name);
  }

  return async function runIfDue(job: Job, signal?: AbortSignal): Promise<Turn> {
    await recordEnd(job.name);
    const leaseId = randomUUID();
    if (!(await claim(db, job, leaseId))) return (await isHeld(db, job)) ? 'held' : 'not-due';
    const stopRenewing = repeat(() => renew(db, leaseId));
    try {
      await runLongWork(() => job.run(signal));
      unrecorded.set(job.name, { leaseId, failure: null });
    } catch (error) {
      unrecorded.set(job.name, { leaseId, failure: String(error) });
      // Often fails for the same reason. The next turn tries again; throw the job's own error.
      await recordEnd(job.name).catch(() => {});
      throw error;
    } finally {
      stopRenewing();
    }
    await recordEnd(job.name);
    return 'ran';
  };
}

/** A start or lease in the future comes from a wrong clock, so the job counts as due. */
async function claim(db: Db, { name, everySeconds }: Job, leaseId: string): Promise<boolean> {
  // Not now(): it could be older than a row that another replica wrote while this one waited for it.
  const { rows } = await sql`
    insert into job_runs as run (name, last_started_at, lease_id, lease_until)
    values (${name}, clock_timestamp(), ${leaseId}, clock_timestamp() + ${lease})
    on conflict (name) do update set
      last_started_at = clock_timestamp(),
      lease_id = excluded.lease_id,
      lease_until = clock_timestamp() + ${lease}
    where (case when run.lease_until is null
      then run.last_started_at between
        clock_timestamp() - make_interval(secs => ${everySeconds * 0.8}) and clock_timestamp()
      else run.lease_until between clock_timestamp() and clock_timestamp() + ${lease}
      end) is not true
    returning name`.execute(db);
  return rows.length > 0;
}

function isHeld(db: Db, { name }: Job): Promise<boolean> {
  return hasRow(db, 'job_runs', sql`name = ${name} and lease_until is not null`);
}

async function renew(db: Db, leaseId: string): Promise<void> {
  await sql`
    update job_runs set lease_until = clock_timestamp() + ${lease}
    where lease_id = ${leaseId}`.execute(db);
}

/** Does nothing if the lease expired and another replica claimed the job. */
async function writeEnd(db: Db, { leaseId, failure }: End): Promise<void> {
  await db
    .updateTable('job_runs')
    .set({
      last_finished_at: sql<Date>`clock_timestamp()`,
      last_error: failure,
      failing_since:
        failure === null ? null : sql<Date>`coalesce(failing_since, clock_timestamp())`,
      lease_id: null,
      lease_until: null,
    })
    .where('lease_id', '=', leaseId)
    .execute();
}

function repeatRenewing(work: () => Promise<void>): () => void {
  // If a renewal fails, the next one makes up for it; if all fail, the lease expires.
  const timer = setInterval(() => void work().catch(() => {}), renewEveryMs);
  return () => clearInterval(timer);
}
