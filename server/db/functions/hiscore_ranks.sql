-- Plain SQL without SET clauses, so that PostgreSQL can inline it into the calling query.
create or replace function hiscore_ranks(of_player integer)
returns table (skill smallint, rank integer) language sql stable as $$
  select h.skill,
    1 + coalesce((
      select (array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16])
        [15 - ((h.bucket >> 12) & 15)]
      from hiscore_blocks where id = 3145728 | (h.bucket >> 16)), 0)
    + coalesce((
      select (array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16])
        [15 - ((h.bucket >> 8) & 15)]
      from hiscore_blocks where id = 2097152 | (h.bucket >> 12)), 0)
    + coalesce((
      select (array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16])
        [15 - ((h.bucket >> 4) & 15)]
      from hiscore_blocks where id = 1048576 | (h.bucket >> 8)), 0)
    + coalesce((
      select (array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16])
        [15 - ((h.bucket >> 0) & 15)]
      from hiscore_blocks where id = 0 | (h.bucket >> 4)), 0)
    + (
      select count(*)::integer from hiscores o
      where o.is_listed and o.bucket = h.bucket
        and o.score >= h.score and (o.score > h.score or o.seq < h.seq))
  from hiscores h
  where h.player_id = of_player and h.is_listed
  order by h.skill
$$;
