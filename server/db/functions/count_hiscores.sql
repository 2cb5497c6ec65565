-- Runs per statement. An upsert fires the triggers of insert and update; one is often empty.
create or replace function count_hiscores() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  entered integer[];
  left_behind integer[];
  cells integer[];
  changes integer[];
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
  select array_agg(cell), array_agg(change) into cells, changes from (
    select cell, sum(change)::integer as change from (
      select unnest(entered) as cell, 1 as change
      union all
      select unnest(left_behind), -1
    ) as moved
    group by cell having sum(change) <> 0
  ) as changed;
  if cells is not null then
    perform add_to_hiscore_blocks(cells, changes);
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
