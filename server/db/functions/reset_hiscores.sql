-- Gives one player, or all players whose levels the server reported last, the levels of a new player, and
-- removes them from the lists. Returns how many. The rows stay, because their observed_at keeps reports
-- from before the reset from bringing the old levels back.
create or replace function reset_hiscores(
  of_server bigint, of_key text, fresh bigint[], fresh_level integer, fresh_tenths bigint
) returns integer language plpgsql as $$
declare
  chosen integer[];
begin
  -- Ordered by id, like the locks that the reports take.
  select array_agg(id) into chosen from (
    select id from players where reported_by = of_server or name_key = of_key
    order by id for no key update
  ) as locked;
  if chosen is null then
    return 0;
  end if;
  delete from player_days where player_id = any (chosen);
  delete from hiscore_gains where player_id = any (chosen);
  delete from hiscore_records where player_id = any (chosen);
  delete from milestones where player_id = any (chosen);
  update players set experience = fresh, total_level = fresh_level, total_tenths = fresh_tenths,
    mode = 0, counts = null,
    playtime_seconds = null, reported_by = null, observed_at = clock_timestamp(),
    changed_at = clock_timestamp()
  where id = any (chosen);
  -- Last, because updating the counts blocks reports until the commit.
  delete from hiscores where player_id = any (chosen);
  return cardinality(chosen);
end
$$;
