import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import type { HistoryRange } from '#shared/endpoints/game-servers.ts';

/** One row per server and minute. */
export async function upsertSample(
  db: Db,
  { serverId, online }: { serverId: number; online: number },
): Promise<void> {
  await sql`
    insert into online_samples as sample (server_id, at, seconds, peak, total, samples)
    values (${serverId}, date_trunc('minute', now()), 60, ${online}, ${online}, 1)
    on conflict (server_id, seconds, at) do update set
      peak = greatest(sample.peak, excluded.peak),
      total = sample.total + excluded.total,
      samples = sample.samples + 1`.execute(db);
}

const spans: Record<HistoryRange, { reach: string; step: string }> = {
  day: { reach: '1 day', step: '5 minutes' },
  week: { reach: '7 days', step: '30 minutes' },
  month: { reach: '30 days', step: '2 hours' },
  year: { reach: '365 days', step: '1 day' },
};

/** Peak per step, summed over servers. Starts at the first sample; 0 while the game is offline. */
export async function findOnlineHistory(
  db: Db,
  range: HistoryRange,
): Promise<{ at: Date; online: number }[]> {
  const { reach, step } = spans[range];
  const { rows } = await sql<{ at: Date; online: number }>`
    with steps as (
      select generate_series(
        greatest(
          date_bin(${step}::interval, now() - ${reach}::interval, to_timestamp(0)),
          (select date_bin(${step}::interval, min(at), to_timestamp(0)) from online_samples)
        ),
        now(), ${step}::interval
      ) as at
    ), peaks as (
      select server_id, date_bin(${step}::interval, at, to_timestamp(0)) as at, max(peak) as peak
      from online_samples
      where at >= now() - ${reach}::interval - ${step}::interval
      group by 1, 2
    )
    select steps.at, coalesce(sum(peaks.peak), 0)::int as online
    from steps left join peaks using (at)
    where exists (select from online_samples)
    group by steps.at
    order by steps.at`.execute(db);
  return rows;
}

type Rollup = { from: number; to: number; after: string };

/** Merges old samples into longer ones. */
export async function rollUpSamples(db: Db, { from, to, after }: Rollup): Promise<void> {
  await sql`
    with old as (
      delete from online_samples
      where seconds = ${from}
        and at < date_bin(make_interval(secs => ${to}), now() - ${after}::interval, to_timestamp(0))
      returning server_id, at, peak, total, samples
    )
    insert into online_samples as sample (server_id, at, seconds, peak, total, samples)
    select server_id, date_bin(make_interval(secs => ${to}), at, to_timestamp(0)), ${to}::int,
      max(peak), sum(total), sum(samples)
    from old
    group by 1, 2
    on conflict (server_id, seconds, at) do update set
      peak = greatest(sample.peak, excluded.peak),
      total = sample.total + excluded.total,
      samples = sample.samples + excluded.samples`.execute(db);
}

export async function deleteOldSamples(db: Db): Promise<void> {
  await sql`delete from online_samples where at < now() - interval '2 years'`.execute(db);
}
