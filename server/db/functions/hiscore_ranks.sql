-- All ranks of a player: among all players with mode 0, and among those of the player's mode. In the list of a counter
-- the rank is that of the count: players with the same one share it. Inlined into the calling query, see count_players_ahead.
create or replace function hiscore_ranks(of_player integer)
returns table (skill smallint, mode smallint, rank integer) language sql stable as $$
  select h.skill, m.mode, 1 + ahead.n
  from (
    select skill, mode, seq,
      -- Null if no other count shares the highest bucket of this one: then it need not be searched.
      case when skill < 32 then score
        when hiscore_bucket(skill, score | 1048575) = hiscore_bucket(skill, (score >> 20) << 20)
        then score | 1048575 end as score,
      case when skill < 32 then bucket else hiscore_bucket(skill, score | 1048575) end as bucket
    from hiscores where player_id = of_player and is_listed
    -- Computes the bucket once.
    offset 0
  ) as h
  cross join lateral (
    select 0::smallint as mode union all select h.mode where h.mode > 0
  ) as m
  cross join lateral count_players_ahead(m.mode, h.bucket, h.score, h.seq) as ahead
$$;
