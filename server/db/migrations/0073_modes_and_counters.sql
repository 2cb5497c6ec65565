-- Game modes divide the players; a player has at most one.
create table game_modes (
  -- Small, because it is a part of hiscore_blocks.id.
  id smallint primary key,
  -- The name that the game uses in its reports.
  key text collate "C" not null unique,
  name text not null,
  icon text collate "C" not null,
  colour text collate "C" not null,
  position integer not null,
  constraint game_modes_id check (id between 1 and 99),
  constraint game_modes_key check (key ~ '^[a-z0-9_-]{1,40}$'),
  constraint game_modes_name check (char_length(name) between 1 and 30)
);
create unique index game_modes_name_key on game_modes (lower(name));

-- Bosses, minigames and whatever else a game counts. Each has a list, whose number is the id.
create table counters (
  id smallint primary key,
  key text collate "C" not null unique,
  name text not null,
  group_name text not null,
  icon text collate "C" not null,
  -- Lower counts are not listed.
  minimum bigint not null default 1,
  position integer not null,
  constraint counters_id check (id between 32 and 255),
  constraint counters_key check (key ~ '^[a-z0-9_-]{1,40}$'),
  constraint counters_name check (char_length(name) between 1 and 30 and lower(name) <> 'overall'),
  constraint counters_group_name check (char_length(group_name) between 1 and 30),
  constraint counters_minimum check (minimum between 1 and 2000000000)
);
create unique index counters_name_key on counters (lower(name));

-- Modes and counters that games report and the site does not have.
create table unknown_reports (
  kind text collate "C" not null,
  key text collate "C" not null,
  game_server_id bigint references game_servers,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  -- The last count.
  sample bigint,
  primary key (kind, key),
  constraint unknown_reports_kind check (kind in ('mode', 'counter')),
  constraint unknown_reports_key check (key ~ '^[a-z0-9_-]{1,40}$')
);

-- Players without a mode have 0. The count of a counter is at its id - 31; null or missing: never reported.
alter table players
  add column mode smallint not null default 0,
  add column counts bigint[],
  add constraint players_mode check (mode between 0 and 99),
  add constraint players_counts check (
    cardinality(counts) <= 224 and 0 <= all (counts) and 2000000000 >= all (counts));
alter table player_days add column counts bigint[];

-- The mode is a copy of the player's, and the list of all players and that of the mode share a row.
alter table hiscores
  add column mode smallint not null default 0,
  drop constraint hiscores_skill_known,
  add constraint hiscores_skill_known check (
    skill between 0 and skill_count() or skill between 32 and 255),
  add constraint hiscores_mode check (mode between 0 and 99);
create index hiscores_mode_rank on hiscores (mode, bucket desc, score desc, seq, player_id)
  where is_listed and mode > 0;

-- The id is now depth << 27 | cell >> 4, where cell is (mode << 24 | bucket) >> (4 * depth): 20 bits had no room for
-- modes. No new id is an old one, so the update cannot violate the primary key halfway.
update hiscore_blocks set id = ((id >> 20) << 27) | (id & 1048575) where id >= 1048576;

-- Replaced by files in server/db/functions with other parameters, results or names.
drop trigger hiscores_count_inserted on hiscores;
drop function count_added_hiscores();
drop function hiscore_page(integer, bigint);
drop function hiscore_ranks(integer);

-- Makes hiscore_bucket again, which now knows counters.
create or replace function resize_hiscores() returns void language plpgsql as $$
declare
  before constant integer := skill_count();
  wanted constant integer := (select count(*) from skills);
  added constant integer := wanted - before;
  -- An Overall list has 65,536 buckets for the total levels from 0 to 99 times the number of skills.
  per_level constant integer := 65536 / (99 * wanted + 1);
begin
  if added < 0 and exists (select from players) then
    raise exception 'A skill of known players cannot be removed.';
  end if;
  execute format(
    'create or replace function skill_count() returns integer language sql immutable parallel safe as %L',
    'select ' || wanted);
  -- Numbers that fit the count of skills. The least experience for a total level is
  -- proportional to the number of skills, and doubles every seven levels of each of them.
  -- A count is spread over all buckets between its own and that of the next count, see counter_score.
  execute format(
    'create or replace function hiscore_bucket(skill smallint, score bigint) returns integer
      language sql immutable parallel safe as %L',
    format('
  select skill * 65536 + case when skill = 0
    then (score >> 36)::integer * %s + least(%s, greatest(0, floor(
      %s * (ln((score & 68719476735)::float8) - %s - (score >> 36) * %s))))::integer
    when skill < 32 then floor(ln(score::float8) * 3000)::integer
    else floor(ln((score >> 20)::float8) * 3000)::integer + (((score & 1048575) * greatest(1,
      floor(ln((score >> 20)::float8 + 1) * 3000)::integer
      - floor(ln((score >> 20)::float8) * 3000)::integer)) >> 20)::integer end
',
      per_level, per_level - 1, round(per_level * 5 / 31.0, 4), round(11.9 + ln(wanted / 21.0), 4),
      round(0.0047153 * 21 / wanted, 7)));
  if added > 0 then
    update players set total_level = total_level + added,
      experience = experience || array_fill(0::bigint, array[added]);
    update player_days set total_level = total_level + added,
      experience = experience || array_fill(0::bigint, array[added]),
      ranks = case when ranks is not null
        then ranks || array_fill(null::integer, array[added]) end;
    -- Every score of Overall changes, so all its buckets are computed again.
    update hiscores set score = score + added * 68719476736 where skill = 0;
  end if;
end
$$;
select resize_hiscores();
