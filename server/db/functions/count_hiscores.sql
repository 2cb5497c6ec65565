-- Runs per statement. An upsert fires the triggers of insert and update; one is often empty.
create or replace function count_hiscores() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  entered integer[] := '{}';
  left_behind integer[] := '{}';
begin
  if tg_op <> 'DELETE' then
    entered := array(
      select bucket from added where is_listed
      union all
      select (mode::integer << 24) | bucket from added where is_listed and mode > 0);
  end if;
  if tg_op <> 'INSERT' then
    left_behind := array(
      select bucket from removed where is_listed
      union all
      select (mode::integer << 24) | bucket from removed where is_listed and mode > 0);
  end if;
  if cardinality(entered || left_behind) > 0 then
    perform add_to_hiscore_blocks(entered || left_behind,
      array_fill(1, array[cardinality(entered)]) || array_fill(-1, array[cardinality(left_behind)]));
  end if;
  return null;
end
$$;

create or replace trigger hiscores_count_inserted after insert on hiscores
  referencing new table as added for each statement execute function count_hiscores();
create or replace trigger hiscores_count_updated after update on hiscores
  referencing old table as removed new table as added
  for each statement execute function count_hiscores();
create or replace trigger hiscores_count_deleted after delete on hiscores
  referencing old table as removed for each statement execute function count_hiscores();
