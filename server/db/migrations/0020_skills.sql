-- The skills that players train, in the order of menus, files and arrays. Overall is not one of them.
create table skills (
  position smallint primary key,
  name text not null,
  icon text collate "C" not null,
  -- The skill's number in the game.
  game_id smallint not null unique,
  start_level smallint not null default 1,
  -- By the command add-skill; the others were chosen by the setting SKILLS.
  is_added boolean not null default false,
  constraint skills_position check (position between 1 and 29),
  constraint skills_name check (char_length(name) between 1 and 20 and lower(name) <> 'overall'),
  constraint skills_game_id check (game_id between 0 and 63),
  constraint skills_start_level check (start_level between 1 and 99)
);
create unique index skills_name_key on skills (lower(name));

insert into skills (position, name, icon, game_id, start_level)
select at, name, lower(name), at - 1, case name when 'Hitpoints' then 10 else 1 end
from unnest(array[
  'Attack', 'Defence', 'Strength', 'Hitpoints', 'Ranged', 'Prayer', 'Magic', 'Cooking',
  'Woodcutting', 'Fletching', 'Fishing', 'Firemaking', 'Crafting', 'Smithing', 'Mining', 'Herblore',
  'Agility', 'Thieving', 'Slayer', 'Farming', 'Runecrafting'
]) with ordinality as given(name, at);

-- A constant, so that constraints cost nothing. resize_hiscores replaces it when the list changes.
create function skill_count() returns integer language sql immutable parallel safe as 'select 21';

alter table players
  drop constraint players_every_skill,
  add constraint players_every_skill check (cardinality(experience) = skill_count());
alter table player_days
  drop constraint player_days_every_skill,
  drop constraint player_days_every_rank,
  add constraint player_days_every_skill check (cardinality(experience) = skill_count()),
  add constraint player_days_every_rank check (cardinality(ranks) = skill_count() + 1);
alter table hiscores
  drop constraint hiscores_skill_known,
  add constraint hiscores_skill_known check (skill between 0 and skill_count());

-- Adapts everything to the number of rows in skills. Known players get no experience in added skills,
-- which is level 1. Call it in the transaction that changes skills, with the table locked.
create function resize_hiscores() returns void language plpgsql as $$
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
  -- As in migration 0006, with numbers that fit. The least experience for a total level is
  -- proportional to the number of skills, and doubles every seven levels of each of them.
  execute format(
    'create or replace function hiscore_bucket(skill smallint, score bigint) returns integer
      language sql immutable parallel safe as %L',
    format('
  select skill * 65536 + case when skill = 0
    then (score >> 36)::integer * %s + least(%s, greatest(0, floor(
      %s * (ln((score & 68719476735)::float8) - %s - (score >> 36) * %s))))::integer
    else floor(ln(score::float8) * 3000)::integer end
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
