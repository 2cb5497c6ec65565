import type { Client } from 'pg';

import { experienceOfLevel, maxLevel } from '#shared/rules/xp.ts';

/** Runs SQL without the site's statement timeout. */
export type Runner = (statement: string) => Promise<Record<string, unknown>[]>;

export function runOn(client: Client): Runner {
  return async (statement) => (await client.query<Record<string, unknown>>(statement)).rows;
}

const thresholds = Array.from({ length: maxLevel }, (_, at) => experienceOfLevel(at + 1) * 10);

/**
 * Creates synthetic players with 21 skills inside the database. Experience spans many orders of
 * magnitude, as in a real game, and one skill in twenty is untrained. Half of the players have one of three
 * game modes, and each has a third of the sixty counters; most counts are small. The rows of a player are written
 * together, as by a first report. Triggers are disabled meanwhile, and the counts are computed once
 * from the rows. Finally the tables are brought to the state of a running server: vacuumed, with the
 * list's index in memory.
 */
export async function loadPlayers(run: Runner, players: number): Promise<void> {
  await run('select setseed(0.42)');
  // An autovacuum of one table would keep the final vacuum of another from removing dead rows.
  for (const table of tables) await run(`alter table ${table} set (autovacuum_enabled = off)`);
  await run('alter table players disable trigger user');
  await run('alter table hiscores disable trigger user');
  const indexes = await run(`
    select indexname as name, indexdef as definition from pg_indexes
    where indexname in ('hiscores_rank', 'hiscores_mode_rank')`);
  for (const { name } of indexes) await run(`drop index ${String(name)}`);
  await run('alter table hiscores drop constraint hiscores_player_id_fkey');
  await run(`
    insert into game_modes (id, key, name, icon, colour, position)
    select id, 'mode_' || id, 'Mode ' || id, 'helm', 'gold', id from generate_series(1, ${loadedModes}) as id`);
  await run(`
    insert into counters (id, key, name, group_name, icon, position)
    select 31 + id, 'boss_' || id, 'Boss ' || id, 'Bosses', 'dragon', id
    from generate_series(1, ${loadedCounters}) as id`);
  await run(`
    insert into players (name, name_key, mode, counts, experience, total_level, total_tenths, observed_at)
    select 'P' || id, 'p' || id, greatest(0, id % 6 - 2), counts, experience,
      (select sum(width_bucket(one, array[${thresholds.join(',')}]::bigint[])) from unnest(experience) one),
      (select sum(one) from unnest(experience) one), '2026-01-01'
    from (
      select id, array(
        select greatest(
          case when random() < 0.05 then 0
            else floor(exp(random() * 7 + (random() + random()) * 5.5)) * 10 + floor(random() * 10) end,
          case when stat = 3 then 11540 else 0 end)::bigint
        from generate_series(0, 20) as stat where id > 0
      ) as experience, array(
        select case when random() < 0.33 then floor(exp(random() * random() * 9))::bigint end
        from generate_series(1, ${loadedCounters}) where id > 0
      ) as counts
      from generate_series(1, ${players}) as id
    ) as made`);
  await run(`
    insert into hiscores (player_id, skill, score, is_listed, mode)
    select id, skill, score, true, mode from (
      select id, 0 as skill, total_level * 68719476736 + total_tenths as score, mode from players
      union all
      select id, at, tenths, mode
      from players cross join unnest(experience) with ordinality as one(tenths, at)
      where tenths > case when at = 4 then 11540 else 0 end
      union all
      select id, 31 + at, counter_score(id, count), mode
      from players cross join unnest(counts) with ordinality as one(count, at) where count > 0
    ) as scores order by id, skill`);
  for (const { definition } of indexes) await run(String(definition));
  await run(`
    alter table hiscores add constraint hiscores_player_id_fkey
      foreign key (player_id) references players on delete cascade not valid`);
  await run('select recount_hiscores()');
  await run('alter table players enable trigger user');
  await run('alter table hiscores enable trigger user');
  for (const table of tables) {
    await run(`vacuum analyze ${table}`);
    await run(`alter table ${table} reset (autovacuum_enabled)`);
  }
  await run('select count(*) from (select bucket from hiscores where is_listed order by bucket) x');
  await run(`
    select count(*) from (
      select bucket from hiscores where is_listed and mode > 0 order by mode, bucket desc
    ) x`);
}

export const loadedModes = 3;
export const loadedCounters = 60;

const tables = ['players', 'hiscores', 'hiscore_blocks'];
