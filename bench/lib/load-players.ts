import { experienceOfLevel, maxLevel } from '#shared/xp.ts';

import type { Redis } from './redis.ts';

/** Runs SQL without the site's limits of time. */
export type Runner = (statement: string) => Promise<Record<string, unknown>[]>;

const thresholds = Array.from({ length: maxLevel }, (_, at) => experienceOfLevel(at + 1) * 10);

/**
 * Synthetic players × 21 skills, made inside the database: experience spread over many orders of
 * magnitude, as in a real game, one skill in twenty untrained. The triggers are off meanwhile, and
 * the counts are filled in once, from the rows.
 */
export async function loadPlayers(run: Runner, players: number): Promise<void> {
  await run('select setseed(0.42)');
  await run('alter table players disable trigger user');
  await run('alter table hiscores disable trigger user');
  await run('drop index hiscores_rank');
  await run('alter table hiscores drop constraint hiscores_player_id_fkey');
  await run(`
    insert into players (name, name_key, experience, total_level, total_tenths, observed_at)
    select 'P' || id, 'p' || id, experience,
      (select sum(width_bucket(one, array[${thresholds.join(',')}]::bigint[])) from unnest(experience) one),
      (select sum(one) from unnest(experience) one), '2026-01-01'
    from (
      select id, array(
        select greatest(
          case when random() < 0.05 then 0
            else floor(exp(random() * 7 + (random() + random()) * 5.5)) * 10 + floor(random() * 10) end,
          case when stat = 3 then 11540 else 0 end)::bigint
        from generate_series(0, 20) as stat where id > 0
      ) as experience
      from generate_series(1, ${players}) as id
    ) as made`);
  await run(`
    insert into hiscores (player_id, skill, score, is_listed)
    select id, skill, score, true from (
      select id, 0 as skill, total_level * 68719476736 + total_tenths as score from players
      union all
      select id, at, tenths from players cross join unnest(experience) with ordinality as one(tenths, at)
      where tenths > case when at = 4 then 11540 else 0 end
    ) as scores order by id, skill`);
  await run(`
    create index hiscores_rank on hiscores (skill, bucket desc, score desc, seq, player_id)
      where is_listed`);
  await run(`
    alter table hiscores add constraint hiscores_player_id_fkey
      foreign key (player_id) references players on delete cascade not valid`);
  await run(`
    insert into hiscore_counts (skill, depth, bucket, n)
    select skill, depth, bucket >> (5 * depth), count(*)
    from hiscores cross join generate_series(0, 2) as depth group by 1, 2, 3`);
  await run('alter table players enable trigger user');
  await run('alter table hiscores enable trigger user');
  for (const table of ['players', 'hiscores', 'hiscore_counts'])
    await run(`vacuum analyze ${table}`);
}

/** The same rows as sorted sets, one per list, and the names as hashes. */
export async function copyToRedis(run: Runner, redis: Redis, players: number): Promise<void> {
  const step = 5_000;
  for (let from = 1; from <= players; from += step) {
    const rows = await run(`
      select player_id, skill, score from hiscores
      where player_id >= ${from} and player_id < ${from + step}`);
    const sets = new Map<number, (string | number)[]>();
    for (const { player_id, skill, score } of rows) {
      const key = Number(skill);
      const command = sets.get(key) ?? ['ZADD', `list:${key}`];
      command.push(Number(score), Number(player_id));
      sets.set(key, command);
    }
    const ids = Array.from({ length: Math.min(step, players - from + 1) }, (_, at) => from + at);
    await redis.send([
      ...sets.values(),
      ['HSET', 'names', ...ids.flatMap((id) => [id, `P${id}`])],
      ['HSET', 'keys', ...ids.flatMap((id) => [`p${id}`, id])],
    ]);
  }
}
