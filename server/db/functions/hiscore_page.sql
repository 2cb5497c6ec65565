-- The rows of one page, of a mode or of all players if it is 0:
-- {"total": n, "rank": n, "rows": [[name, rights, score, total level, total tenths, mode, supporter], …]}.
-- The rank is that of the first row; in the list of a counter it can be better than the row's place.
-- The 25 is a constant so that the generic plan knows how few rows it fetches.
create or replace function hiscore_page(of_skill integer, of_mode integer, skip bigint)
returns text language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_bitmapscan = off as $$
declare
  counts integer[];
  total integer;
  cell integer := (of_mode << 8) | of_skill;
  passed integer;
  rest integer;
  best bigint;
  rank integer := skip + 1;
  answer text;
begin
  for depth in reverse 3..0 loop
    select array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16]
      into counts from hiscore_blocks where id = (depth << 27) | cell;
    if depth = 3 then
      total := coalesce(counts[16], 0);
      if skip >= total then
        return '{"total":' || total || ',"rank":0,"rows":[]}';
      end if;
      rest := skip;
      if skip = 0 then
        -- The first page begins at the highest bucket.
        cell := ((cell + 1) << 16) - 1;
        exit;
      end if;
    end if;
    -- Number of the sixteen cells that end before the first requested row.
    passed := width_bucket(rest, counts);
    rest := rest - coalesce(counts[passed], 0);
    cell := cell * 16 + 15 - passed;
  end loop;
  cell := cell & 16777215;
  -- Two queries, because each has an index of its own. Looking up players row by row, which `lateral` and `offset 0`
  -- ensure, keeps the order of the list.
  if of_mode = 0 then
    select string_agg('["' || p.name || '",' || p.user_rights
      || ',' || case when of_skill < 32 then r.score else r.score >> 20 end
      || ',' || p.total_level || ',' || p.total_tenths || ',' || p.mode
      || ',' || p.supporter || ']', ','), max(r.score)
    into answer, best
    from (
      select h.player_id, h.score from hiscores h
      where h.is_listed and h.bucket between of_skill << 16 and cell
      order by h.bucket desc, h.score desc, h.seq, h.player_id
      offset rest limit 25
    ) as r cross join lateral (
      select name, user_rights, total_level, total_tenths, mode, supporter from players
      where id = r.player_id offset 0
    ) as p;
  else
    select string_agg('["' || p.name || '",' || p.user_rights
      || ',' || case when of_skill < 32 then r.score else r.score >> 20 end
      || ',' || p.total_level || ',' || p.total_tenths || ',' || p.mode
      || ',' || p.supporter || ']', ','), max(r.score)
    into answer, best
    from (
      select h.player_id, h.score from hiscores h
      where h.is_listed and h.mode > 0 and h.mode = of_mode and h.bucket between of_skill << 16 and cell
      order by h.bucket desc, h.score desc, h.seq, h.player_id
      offset rest limit 25
    ) as r cross join lateral (
      select name, user_rights, total_level, total_tenths, mode, supporter from players
      where id = r.player_id offset 0
    ) as p;
  end if;
  if of_skill >= 32 and skip > 0 then
    best := best | 1048575;
    cell := hiscore_bucket(of_skill::smallint, best);
    select 1 + n into rank from count_players_ahead(of_mode, cell, best, 0);
  end if;
  return '{"total":' || total || ',"rank":' || rank || ',"rows":[' || coalesce(answer, '') || ']}';
end
$$;
