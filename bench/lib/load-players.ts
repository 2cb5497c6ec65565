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
 * magnitude, as in a real game, and one skill in twenty is untrained. The rows of a player are written
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
  const [index] = await run(`select pg_get_indexdef('hiscores_rank'::regclass) as definition`);
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
  await run(String(index?.definition));
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
}

const tables = ['players', 'hiscores', 'hiscore_blocks'];
