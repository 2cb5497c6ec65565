import { sql } from 'kysely';

import { inBatches } from '#server/db/in-batches.ts';
import { prepareStatement } from '#server/db/prepared-statement.ts';
import type { Db } from '#server/db/schema.ts';
import { AppError } from '#shared/errors.ts';

import type { Job } from '../data/jobs.ts';

export type Limit = { max: number; seconds: number };

type Count = { hits: number; retryAfterSeconds: number };

const upsertHits = prepareStatement<{ key: string; hits: number; secondsLeft: number }>(
  'hits',
  // In the same order everywhere, so that two replicas never wait for each other.
  `insert into rate_limits as current (key, hits, resets_at)
  select key, hits, now() + make_interval(secs => seconds)
  from unnest($1::text[], $2::integer[], $3::integer[]) as new (key, hits, seconds) order by key
  on conflict (key) do update set
    hits = case when current.resets_at <= now() then excluded.hits else current.hits + excluded.hits end,
    resets_at = case when current.resets_at <= now() then excluded.resets_at else current.resets_at end
  returning key, hits, ceil(extract(epoch from resets_at - now()))::int as "secondsLeft"`,
);

const countHits = inBatches(async (db, calls: { key: string; seconds: number }[]) => {
  /** Hits of each key in this batch; a call is counted after those before it. */
  const added = new Map<string, number>();
  const turns = calls.map(({ key }) => {
    const turn = (added.get(key) ?? 0) + 1;
    added.set(key, turn);
    return turn;
  });
  const seconds = new Map(calls.map((call) => [call.key, call.seconds]));
  const columns = [
    [...added.keys()],
    [...added.values()],
    [...added.keys()].map((key) => seconds.get(key)),
  ];
  const rows = await upsertHits(db, ...columns);
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  return calls.map(({ key }, at): Count => {
    const { hits = 1, secondsLeft = 1 } = rowOf.get(key) ?? {};
    const later = (added.get(key) ?? 1) - (turns[at] ?? 1);
    return { hits: hits - later, retryAfterSeconds: Math.max(1, secondsLeft) };
  });
});

/** Counts one hit of `key` in its current window. The window starts with the first hit. */
export function countHit(db: Db, key: string, { seconds }: Limit): Promise<Count> {
  return countHits(db, { key, seconds });
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
  await sql`delete from rate_limits where resets_at < now()`.execute(db);
}

function describeWait(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
