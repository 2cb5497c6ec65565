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
      || ',"mode":' || mode
      || ',"supporter":' || supporter
      || ',"experience":[' || array_to_string(experience, ',')
      || '],"counts":[' || coalesce(array_to_string(counts, ',', 'null'), '')
      || '],"totalLevel":' || total_level
      || ',"totalTenths":' || total_tenths
      || ',"changedAt":' || floor(extract(epoch from changed_at) * 1000)
      || ',"ranks":{' || coalesce(ranks, '') || '},"modeRanks":{' || coalesce(mode_ranks, '') || '}}'
    from players cross join lateral (
      select string_agg('"' || r.skill || '":' || r.rank, ',') filter (where r.mode = 0) as ranks,
        string_agg('"' || r.skill || '":' || r.rank, ',') filter (where r.mode > 0) as mode_ranks
      from hiscore_ranks(players.id) as r
    ) as ranked
    where name_key = of_key);
end
$$;
