-- Gains by mode, records and milestones of players.

-- 0: among all players. A player with a mode has a row of its own there.
alter table hiscore_gains add column mode smallint not null default 0;
alter table hiscore_gains drop constraint hiscore_gains_pkey;
alter table hiscore_gains add primary key (days, mode, skill, player_id);
drop index hiscore_gains_best;
create index hiscore_gains_best on hiscore_gains (days, mode, skill, gain desc, player_id);

-- A player's best gain within so many days in each list, and the last of these days. Written with the ranks of a day.
create table hiscore_records (
  player_id integer not null references players on delete cascade,
  days smallint not null,
  skill smallint not null,
  gain bigint not null,
  day date not null,
  primary key (player_id, days, skill),
  constraint hiscore_records_gain check (gain > 0)
);
create index hiscore_records_best on hiscore_records (days, skill, gain desc, player_id);

-- Written in the transaction of the report.
create table milestones (
  id bigint generated always as identity primary key,
  player_id integer not null references players on delete cascade,
  kind text collate "C" not null,
  -- The number of the list: 0 is Overall.
  skill smallint not null,
  value bigint not null,
  is_first boolean not null,
  reached_at timestamptz not null,
  unique (player_id, kind, skill, value),
  constraint milestones_kind check (kind in ('level', 'experience', 'count'))
);
-- One player at most is the first.
create unique index milestones_first on milestones (kind, skill, value) where is_first;
create index milestones_latest on milestones (reached_at desc, id desc);

-- Times in which the players compete from the same start.
create table seasons (
  id bigint generated always as identity primary key,
  name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The world in which the season is played: its reports count for nothing else. Null: gains in the hiscores count.
  server_id bigint references game_servers,
  closed_at timestamptz,
  constraint seasons_name check (char_length(name) between 1 and 40),
  constraint seasons_dates check (starts_at < ends_at),
  constraint seasons_one_at_a_time exclude using gist (tstzrange(starts_at, ends_at) with &&)
);

-- What a player had before the first report of the season; in a world of its own, what the player has there.
create table season_players (
  season_id bigint not null references seasons on delete cascade,
  player_id integer not null references players on delete cascade,
  experience bigint[] not null,
  counts bigint[],
  observed_at timestamptz not null,
  primary key (season_id, player_id)
);
create index season_players_player on season_players (player_id);

-- After the end, only the best 500 of each list.
create table season_scores (
  season_id bigint not null references seasons on delete cascade,
  skill smallint not null,
  player_id integer not null references players on delete cascade,
  score bigint not null,
  reached_at timestamptz not null,
  primary key (season_id, player_id, skill),
  constraint season_scores_score check (score > 0)
);
create index season_scores_best on season_scores (season_id, skill, score desc, reached_at, player_id);
create index season_scores_player on season_scores (player_id);
