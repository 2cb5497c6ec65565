-- Counting new scores was the largest part of an import. This counts the same as count_hiscores, which remains
-- for updates and deletes, with less work: each depth is summed from the blocks of the depth below instead of from
-- all scores, and new blocks are inserted without the cost of `on conflict`. Only one batch counts at a time, so no
-- other can add a block meanwhile.
--
-- The settings make MERGE look up its blocks in the index. The plan is kept for the whole session, so one made while
-- there are few blocks would later read all of them for each score.
create or replace function count_added_hiscores() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if not exists (select from added) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('hiscore_blocks'));
  merge into hiscore_blocks as kept using (
    with
      deep0 as materialized (
        select cell >> 4 as cell,
          count(*) filter (where place > 14) as n1,
          count(*) filter (where place > 13) as n2,
          count(*) filter (where place > 12) as n3,
          count(*) filter (where place > 11) as n4,
          count(*) filter (where place > 10) as n5,
          count(*) filter (where place > 9) as n6,
          count(*) filter (where place > 8) as n7,
          count(*) filter (where place > 7) as n8,
          count(*) filter (where place > 6) as n9,
          count(*) filter (where place > 5) as n10,
          count(*) filter (where place > 4) as n11,
          count(*) filter (where place > 3) as n12,
          count(*) filter (where place > 2) as n13,
          count(*) filter (where place > 1) as n14,
          count(*) filter (where place > 0) as n15,
          count(*)::integer as n16
        from (select bucket as cell, bucket & 15 as place from added where is_listed) as listed
        group by cell >> 4
      ),
      deep1 as materialized (
        select cell >> 4 as cell,
          coalesce(sum(n16) filter (where place > 14), 0) as n1,
          coalesce(sum(n16) filter (where place > 13), 0) as n2,
          coalesce(sum(n16) filter (where place > 12), 0) as n3,
          coalesce(sum(n16) filter (where place > 11), 0) as n4,
          coalesce(sum(n16) filter (where place > 10), 0) as n5,
          coalesce(sum(n16) filter (where place > 9), 0) as n6,
          coalesce(sum(n16) filter (where place > 8), 0) as n7,
          coalesce(sum(n16) filter (where place > 7), 0) as n8,
          coalesce(sum(n16) filter (where place > 6), 0) as n9,
          coalesce(sum(n16) filter (where place > 5), 0) as n10,
          coalesce(sum(n16) filter (where place > 4), 0) as n11,
          coalesce(sum(n16) filter (where place > 3), 0) as n12,
          coalesce(sum(n16) filter (where place > 2), 0) as n13,
          coalesce(sum(n16) filter (where place > 1), 0) as n14,
          coalesce(sum(n16) filter (where place > 0), 0) as n15,
          sum(n16)::integer as n16
        from (select cell, cell & 15 as place, n16 from deep0) as cells
        group by cell >> 4
      ),
      deep2 as materialized (
        select cell >> 4 as cell,
          coalesce(sum(n16) filter (where place > 14), 0) as n1,
          coalesce(sum(n16) filter (where place > 13), 0) as n2,
          coalesce(sum(n16) filter (where place > 12), 0) as n3,
          coalesce(sum(n16) filter (where place > 11), 0) as n4,
          coalesce(sum(n16) filter (where place > 10), 0) as n5,
          coalesce(sum(n16) filter (where place > 9), 0) as n6,
          coalesce(sum(n16) filter (where place > 8), 0) as n7,
          coalesce(sum(n16) filter (where place > 7), 0) as n8,
          coalesce(sum(n16) filter (where place > 6), 0) as n9,
          coalesce(sum(n16) filter (where place > 5), 0) as n10,
          coalesce(sum(n16) filter (where place > 4), 0) as n11,
          coalesce(sum(n16) filter (where place > 3), 0) as n12,
          coalesce(sum(n16) filter (where place > 2), 0) as n13,
          coalesce(sum(n16) filter (where place > 1), 0) as n14,
          coalesce(sum(n16) filter (where place > 0), 0) as n15,
          sum(n16)::integer as n16
        from (select cell, cell & 15 as place, n16 from deep1) as cells
        group by cell >> 4
      ),
      deep3 as materialized (
        select cell >> 4 as cell,
          coalesce(sum(n16) filter (where place > 14), 0) as n1,
          coalesce(sum(n16) filter (where place > 13), 0) as n2,
          coalesce(sum(n16) filter (where place > 12), 0) as n3,
          coalesce(sum(n16) filter (where place > 11), 0) as n4,
          coalesce(sum(n16) filter (where place > 10), 0) as n5,
          coalesce(sum(n16) filter (where place > 9), 0) as n6,
          coalesce(sum(n16) filter (where place > 8), 0) as n7,
          coalesce(sum(n16) filter (where place > 7), 0) as n8,
          coalesce(sum(n16) filter (where place > 6), 0) as n9,
          coalesce(sum(n16) filter (where place > 5), 0) as n10,
          coalesce(sum(n16) filter (where place > 4), 0) as n11,
          coalesce(sum(n16) filter (where place > 3), 0) as n12,
          coalesce(sum(n16) filter (where place > 2), 0) as n13,
          coalesce(sum(n16) filter (where place > 1), 0) as n14,
          coalesce(sum(n16) filter (where place > 0), 0) as n15,
          sum(n16)::integer as n16
        from (select cell, cell & 15 as place, n16 from deep2) as cells
        group by cell >> 4
      )
    select cell as id, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16 from deep0
    union all
    select 1048576 | cell, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16 from deep1
    union all
    select 2097152 | cell, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16 from deep2
    union all
    select 3145728 | cell, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16 from deep3
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
    counted.id, counted.n1, counted.n2, counted.n3, counted.n4, counted.n5, counted.n6, counted.n7, counted.n8,
    counted.n9, counted.n10, counted.n11, counted.n12, counted.n13, counted.n14, counted.n15, counted.n16
  );
  return null;
end
$$;

create or replace trigger hiscores_count_inserted after insert on hiscores
  referencing new table as added for each statement execute function count_added_hiscores();
