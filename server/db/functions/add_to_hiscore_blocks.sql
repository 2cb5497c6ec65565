-- Adds the changes to the counts of the cells, at all four depths. A cell may be given several times, and changes that
-- add up to 0 write nothing. One statement writes all depths, because starting one takes longer than a few blocks do.
--
-- The settings make MERGE look up its blocks in the index. The plan is kept for the whole session, so one made while
-- there are few blocks would later read all of them for each score.
create or replace function add_to_hiscore_blocks(cells integer[], changes integer[])
returns void language plpgsql
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  -- Only one batch may count at a time: each writes blocks for its inserts, updates and deletes in
  -- turn, so two batches would deadlock, whatever the order within each.
  perform pg_advisory_xact_lock(hashtext('hiscore_blocks'));
  merge into hiscore_blocks as kept using (
    select id,
      coalesce(sum(change) filter (where place > 14), 0) as n1,
      coalesce(sum(change) filter (where place > 13), 0) as n2,
      coalesce(sum(change) filter (where place > 12), 0) as n3,
      coalesce(sum(change) filter (where place > 11), 0) as n4,
      coalesce(sum(change) filter (where place > 10), 0) as n5,
      coalesce(sum(change) filter (where place > 9), 0) as n6,
      coalesce(sum(change) filter (where place > 8), 0) as n7,
      coalesce(sum(change) filter (where place > 7), 0) as n8,
      coalesce(sum(change) filter (where place > 6), 0) as n9,
      coalesce(sum(change) filter (where place > 5), 0) as n10,
      coalesce(sum(change) filter (where place > 4), 0) as n11,
      coalesce(sum(change) filter (where place > 3), 0) as n12,
      coalesce(sum(change) filter (where place > 2), 0) as n13,
      coalesce(sum(change) filter (where place > 1), 0) as n14,
      coalesce(sum(change) filter (where place > 0), 0) as n15,
      sum(change) as n16
    from (
      select (depth << 27) | (cell >> 4 * depth + 4) as id, (cell >> 4 * depth) & 15 as place,
        sum(change)::integer as change
      from unnest(cells, changes) as given(cell, change) cross join generate_series(0, 3) as depth
      group by 1, 2 having sum(change) <> 0
    ) as placed
    group by id
  ) as counted on kept.id = counted.id
  when matched then update set
    n1 = kept.n1 + counted.n1, n2 = kept.n2 + counted.n2, n3 = kept.n3 + counted.n3,
    n4 = kept.n4 + counted.n4, n5 = kept.n5 + counted.n5, n6 = kept.n6 + counted.n6,
    n7 = kept.n7 + counted.n7, n8 = kept.n8 + counted.n8, n9 = kept.n9 + counted.n9,
    n10 = kept.n10 + counted.n10, n11 = kept.n11 + counted.n11, n12 = kept.n12 + counted.n12,
    n13 = kept.n13 + counted.n13, n14 = kept.n14 + counted.n14, n15 = kept.n15 + counted.n15,
    n16 = kept.n16 + counted.n16
  when not matched then insert
    (id, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16)
  values (
    counted.id, counted.n1, counted.n2, counted.n3, counted.n4, counted.n5, counted.n6, counted.n7,
    counted.n8, counted.n9, counted.n10, counted.n11, counted.n12, counted.n13, counted.n14, counted.n15,
    counted.n16
  );
end
$$;
