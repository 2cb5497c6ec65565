-- A player with all ranks, or null if there is none.
create or replace function hiscore_player(of_key text)
returns text language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_bitmapscan = off as $$
begin
  return (
    select '{"id":' || id
      || ',"name":"' || name
      || '","nameKey":"' || name_key
      || '","userRights":' || user_rights
      || ',"experience":[' || array_to_string(experience, ',')
      || '],"totalLevel":' || total_level
      || ',"totalTenths":' || total_tenths
      || ',"changedAt":' || floor(extract(epoch from changed_at) * 1000)
      || ',"ranks":{' || coalesce((
        select string_agg('"' || skill || '":' || rank, ',') from hiscore_ranks(id)), '') || '}}'
    from players where name_key = of_key);
end
$$;
