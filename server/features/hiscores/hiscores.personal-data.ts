import { sql } from 'kysely';

import { sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

export const hiscoresPersonalData: PersonalData = {
  parts: [
    sqlRows(
      'Levels',
      ['players'],
      ({ usernameKey }) => sql`
        select players.name, total_level, total_tenths / 10.0 as total_experience, playtime_seconds,
          observed_at, players.created_at, changed_at, is_listed, game_servers.name as game_server,
          game_modes.name as game_mode
        from players left join game_servers on game_servers.id = reported_by
        left join game_modes on game_modes.id = mode
        where name_key = ${usernameKey}`,
    ),
    sqlRows(
      'Experience by skill',
      ['players', 'hiscores'],
      ({ usernameKey }) => sql`
        select skills.name as skill, experience[skills.position] / 10.0 as experience,
          exists (
            select from hiscores where player_id = players.id and skill = skills.position
          ) as is_ranked
        from players cross join skills where name_key = ${usernameKey} order by skills.position`,
    ),
    sqlRows(
      'Counts',
      ['players', 'hiscores'],
      ({ usernameKey }) => sql`
        select counters.name as counter, counts[counters.id - 31] as count,
          exists (
            select from hiscores where player_id = players.id and skill = counters.id
          ) as is_ranked
        from players cross join counters
        where name_key = ${usernameKey} and counts[counters.id - 31] is not null
        order by counters.position, counters.id`,
    ),
    sqlRows(
      'Levels by day',
      ['player_days'],
      ({ usernameKey }) => sql`
        select day, player_days.total_level, player_days.experience as tenths_of_experience, ranks,
          (
            select json_object_agg(counters.name, player_days.counts[counters.id - 31])
            from counters where player_days.counts[counters.id - 31] is not null
          ) as counts
        from player_days join players on players.id = player_id
        where name_key = ${usernameKey} order by day`,
    ),
    sqlRows(
      'Best gains',
      ['hiscore_gains'],
      ({ usernameKey }) => sql`
        select days, coalesce(skills.name, 'Overall') as skill, gain / 10.0 as experience
        from hiscore_gains join players on players.id = player_id
        left join skills on skills.position = skill
        where name_key = ${usernameKey} order by days, skill`,
    ),
  ],
  async erase(trx, { usernameKey }) {
    await trx.deleteFrom('players').where('name_key', '=', usernameKey).execute();
  },
};
