-- How many players of a mode, or of all modes if it is 0, have a higher score in the bucket's list, or the same score
-- longer. Plain SQL without SET clauses, so that PostgreSQL can inline it into the calling query.
create or replace function count_players_ahead(
  of_mode integer, of_bucket integer, of_score bigint, of_seq bigint
) returns table (n integer) language sql stable as $$
  select
    -- One row of each depth. The upper bits of its id are the depth, and thus say which bits of the bucket are the cell.
    coalesce((
      select sum((array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16])
        [15 - ((of_bucket >> (4 * (id >> 27))) & 15)])::integer
      from hiscore_blocks where id in (
        402653184 | (((of_mode << 24) | of_bucket) >> 16),
        268435456 | (((of_mode << 24) | of_bucket) >> 12),
        134217728 | (((of_mode << 24) | of_bucket) >> 8),
        ((of_mode << 24) | of_bucket) >> 4)), 0)
    -- Two queries, because each has an index of its own.
    + case when of_mode = 0 then (
      select count(*)::integer from hiscores o
      where o.is_listed and o.bucket = of_bucket
        and o.score >= of_score and (o.score > of_score or o.seq < of_seq))
    else (
      select count(*)::integer from hiscores o
      where o.is_listed and o.mode > 0 and o.mode = of_mode and o.bucket = of_bucket
        and o.score >= of_score and (o.score > of_score or o.seq < of_seq))
    end
$$;
