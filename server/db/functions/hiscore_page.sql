-- The rows of one page: {"total": n, "rows": [[name, rights, score, total level, total tenths], …]}.
-- The 25 is a constant so that the generic plan knows how few rows it fetches.
create or replace function hiscore_page(of_skill integer, skip bigint)
returns text language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_bitmapscan = off as $$
declare
  counts integer[];
  total integer;
  cell integer := of_skill;
  passed integer;
  rest integer;
  answer text;
begin
  for grain in reverse 3..0 loop
    select array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16]
      into counts from hiscore_blocks where id = (grain << 20) | cell;
    if grain = 3 then
      total := coalesce(counts[16], 0);
      if skip >= total then
        return '{"total":' || total || ',"rows":[]}';
      end if;
      rest := skip;
    end if;
    -- Number of the sixteen cells that end before the first requested row.
    passed := width_bucket(rest, counts);
    rest := rest - coalesce(counts[passed], 0);
    cell := cell * 16 + 15 - passed;
  end loop;
  select string_agg('["' || p.name || '",' || p.user_rights || ',' || r.score || ','
    || p.total_level || ',' || p.total_tenths || ']', ',') into answer
  from (
    select h.player_id, h.score from hiscores h
    where h.is_listed and h.bucket between of_skill * 65536 and cell
    order by h.bucket desc, h.score desc, h.seq, h.player_id
    offset rest limit 25
  ) as r cross join lateral (
    select name, user_rights, total_level, total_tenths from players
    where id = r.player_id offset 0
  ) as p;
  return '{"total":' || total || ',"rows":[' || coalesce(answer, '') || ']}';
end
$$;
