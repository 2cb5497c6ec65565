import { sql } from 'kysely';

import { AppError } from '#shared/errors.ts';

import type { Db } from '../db/schema.ts';
import type { Job } from './jobs.ts';

export type Limit = { max: number; seconds: number };

type Count = { hits: number; retryAfterSeconds: number };

/** Counts one hit of `key` in its current window. The window starts with the first hit. */
export async function countHit(db: Db, key: string, limit: Limit): Promise<Count> {
  const { rows } = await sql<{ hits: number; seconds_left: number }>`
    insert into rate_limits as current (key, hits, resets_at)
    values (${key}, 1, now() + make_interval(secs => ${limit.seconds}))
    on conflict (key) do update set
      hits = case when current.resets_at <= now() then 1 else current.hits + 1 end,
      resets_at = case when current.resets_at <= now() then excluded.resets_at else current.resets_at end
    returning hits, ceil(extract(epoch from resets_at - now()))::int as seconds_left`.execute(db);
  const row = rows[0];
  return { hits: row?.hits ?? 1, retryAfterSeconds: Math.max(1, row?.seconds_left ?? 1) };
}

export async function enforceLimit(db: Db, key: string, limit: Limit): Promise<void> {
  const { hits, retryAfterSeconds } = await countHit(db, key, limit);
  if (hits <= limit.max) return;
  throw new AppError(
    'request/rate-limited',
    `Too many requests. Please try again in ${describeWait(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  );
}

/** Clears the count, for example after a successful sign-in. */
export async function resetHits(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Subtracts one hit that turned out to be legitimate. */
export async function uncountHit(db: Db, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((row) => ({ hits: row('hits', '-', 1) }))
    .where('key', '=', key)
    .where('hits', '>', 0)
    .execute();
}

export function rateLimitJobs(db: Db): Job[] {
  return [{ name: 'rate-limits/forget', everySeconds: 600, run: () => deleteExpiredLimits(db) }];
}

async function deleteExpiredLimits(db: Db): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('resets_at', '<', sql<Date>`now()`)
    .execute();
}

function describeWait(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
