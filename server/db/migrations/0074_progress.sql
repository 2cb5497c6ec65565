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
