-- Adapts everything to the number of rows in skills. Known players get no experience in added skills,
-- which is level 1. Call it in the transaction that changes skills, with the table locked.
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
