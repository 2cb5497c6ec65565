import { sql } from 'kysely';

import { sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

/** For rows with the number of a list in `skill`. */
const listName = sql`coalesce((select name from skills where position = skill),
  (select name from counters where id = skill), 'Overall')`;
const unit = sql`case when skill < 32 then 10.0 else 1 end`;

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
        select days, ${listName} as skill, gain / ${unit} as experience
        from hiscore_gains join players on players.id = player_id
        where name_key = ${usernameKey} and hiscore_gains.mode = 0 order by days, hiscore_gains.skill`,
    ),
    sqlRows(
      'Records',
      ['hiscore_records'],
      ({ usernameKey }) => sql`
        select days, ${listName} as skill, gain / ${unit} as experience, day
        from hiscore_records join players on players.id = player_id
        where name_key = ${usernameKey} order by days, hiscore_records.skill`,
    ),
    sqlRows(
      'Milestones',
      ['milestones'],
      ({ usernameKey }) => sql`
        select kind, ${listName} as skill, value, is_first, reached_at
        from milestones join players on players.id = player_id
        where name_key = ${usernameKey} order by reached_at, milestones.id`,
    ),
    sqlRows(
      'Seasons',
      ['season_scores', 'season_players'],
      ({ usernameKey }) => sql`
        select seasons.name as season, ${listName} as skill, score / ${unit} as score, reached_at
        from season_scores join seasons on seasons.id = season_id
        join players on players.id = player_id
        where name_key = ${usernameKey} order by seasons.starts_at, season_scores.skill`,
    ),
    sqlRows(
      'Players you follow',
      ['followed_players'],
      ({ id }) => sql`
        select players.name as player, followed_at
        from followed_players join players on players.id = player_id
        where account_id = ${id} order by name_key`,
    ),
  ],
  deletes: ['followed_players'],
  async erase(trx, { usernameKey }) {
    await trx.deleteFrom('players').where('name_key', '=', usernameKey).execute();
  },
};
