import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

/** Seconds until Discord accepts requests of this bucket again; 0: now. */
export async function findLimit(db: Db, bucket: string): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from max(until) - clock_timestamp())::float as seconds
    from discord_limits where bucket in (${bucket}, 'global')`.execute(db);
  return Math.max(0, rows[0]?.seconds ?? 0);
}

/** Keeps the longer limit if another replica has set one. */
export async function setLimit(db: Db, bucket: string, seconds: number): Promise<void> {
  await sql`
    insert into discord_limits as known (bucket, until)
    values (${bucket}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (bucket) do update set until = greatest(known.until, excluded.until)`.execute(db);
}
