import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import type { Schema } from '../db/schema.ts';
import { runLongWork } from '../db/statement-limit.ts';

/**
 * Timed work. Every replica wakes up, one wins the claim in the database and runs. A job must be
 * safe to repeat: a replica killed half way leaves the rest to the next turn.
 */
export type Job = { name: string; everySeconds: number; run(): Promise<void> };

/** A run that has not finished by then belongs to a replica that is gone. */
const abandonedAfterSeconds = 600;

export function startJobs(
  db: Kysely<Schema>,
  jobs: Job[],
  log: FastifyBaseLogger,
): () => Promise<void> {
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let isStopped = false;

  function schedule(job: Job, delaySeconds: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const turn = runIfDue(db, job)
        .catch((error: unknown) => log.error({ err: error, job: job.name }, 'job failed'))
        .then(() => {
          running.delete(turn);
          if (!isStopped) schedule(job, job.everySeconds * (0.9 + Math.random() * 0.2));
        });
      running.add(turn);
    }, delaySeconds * 1000);
    timers.add(timer);
  }

  for (const job of jobs) schedule(job, Math.random() * Math.min(5, job.everySeconds));
  return async () => {
    isStopped = true;
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(running);
  };
}

export async function runIfDue(db: Kysely<Schema>, job: Job): Promise<boolean> {
  if (!(await claim(db, job))) return false;
  let failure: string | null = null;
  try {
    await runLongWork(() => job.run());
  } catch (error) {
    failure = String(error);
    throw error;
  } finally {
    await db
      .updateTable('job_runs')
      .set({
        last_finished_at: sql<Date>`now()`,
        last_error: failure,
        failing_since: failure === null ? null : sql<Date>`coalesce(failing_since, now())`,
      })
      .where('name', '=', job.name)
      .execute();
  }
  return true;
}

async function claim(db: Kysely<Schema>, { name, everySeconds }: Job): Promise<boolean> {
  const { rows } = await sql`
    insert into job_runs as run (name, last_started_at) values (${name}, now())
    on conflict (name) do update set last_started_at = now()
    where run.last_started_at <= now() - make_interval(secs => ${everySeconds * 0.8})
      and (run.last_finished_at >= run.last_started_at
        or run.last_started_at <= now() - make_interval(secs => ${abandonedAfterSeconds}))
    returning name`.execute(db);
  return rows.length > 0;
}
