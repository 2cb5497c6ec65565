-- Runs per statement; inserts are counted by count_added_hiscores. An upsert fires both triggers; one is often empty.
create or replace function count_hiscores() returns trigger language plpgsql as $$
begin
  -- Only one batch may count at a time: each writes blocks for its inserts, updates and deletes in
  -- turn, so two batches would deadlock, whatever the order within each.
  if tg_op = 'DELETE' then
    perform pg_advisory_xact_lock(hashtext('hiscore_blocks'));
    insert into hiscore_blocks as kept
      (id, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16)
    select (depth << 20) | (cell >> 4),
      coalesce(sum(delta) filter (where cell & 15 > 14), 0),
      coalesce(sum(delta) filter (where cell & 15 > 13), 0),
      coalesce(sum(delta) filter (where cell & 15 > 12), 0),
      coalesce(sum(delta) filter (where cell & 15 > 11), 0),
      coalesce(sum(delta) filter (where cell & 15 > 10), 0),
      coalesce(sum(delta) filter (where cell & 15 > 9), 0),
      coalesce(sum(delta) filter (where cell & 15 > 8), 0),
      coalesce(sum(delta) filter (where cell & 15 > 7), 0),
      coalesce(sum(delta) filter (where cell & 15 > 6), 0),
      coalesce(sum(delta) filter (where cell & 15 > 5), 0),
      coalesce(sum(delta) filter (where cell & 15 > 4), 0),
      coalesce(sum(delta) filter (where cell & 15 > 3), 0),
      coalesce(sum(delta) filter (where cell & 15 > 2), 0),
      coalesce(sum(delta) filter (where cell & 15 > 1), 0),
      coalesce(sum(delta) filter (where cell & 15 > 0), 0),
      coalesce(sum(delta) filter (where cell & 15 > -1), 0)
    from (
      select depth, bucket >> (4 * depth) as cell, sum(delta)::integer as delta
      from (select bucket, -1 as delta from removed where is_listed) as moved
        cross join generate_series(0, 3) as depth
      group by 1, 2 having sum(delta) <> 0
    ) as cells
    group by 1
    on conflict (id) do update set
      n1 = kept.n1 + excluded.n1, n2 = kept.n2 + excluded.n2, n3 = kept.n3 + excluded.n3,
      n4 = kept.n4 + excluded.n4, n5 = kept.n5 + excluded.n5, n6 = kept.n6 + excluded.n6,
      n7 = kept.n7 + excluded.n7, n8 = kept.n8 + excluded.n8, n9 = kept.n9 + excluded.n9,
      n10 = kept.n10 + excluded.n10, n11 = kept.n11 + excluded.n11, n12 = kept.n12 + excluded.n12,
      n13 = kept.n13 + excluded.n13, n14 = kept.n14 + excluded.n14, n15 = kept.n15 + excluded.n15,
      n16 = kept.n16 + excluded.n16;
  elsif exists (select from added) then
    perform pg_advisory_xact_lock(hashtext('hiscore_blocks'));
    insert into hiscore_blocks as kept
      (id, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16)
    select (depth << 20) | (cell >> 4),
      coalesce(sum(delta) filter (where cell & 15 > 14), 0),
      coalesce(sum(delta) filter (where cell & 15 > 13), 0),
      coalesce(sum(delta) filter (where cell & 15 > 12), 0),
      coalesce(sum(delta) filter (where cell & 15 > 11), 0),
      coalesce(sum(delta) filter (where cell & 15 > 10), 0),
      coalesce(sum(delta) filter (where cell & 15 > 9), 0),
      coalesce(sum(delta) filter (where cell & 15 > 8), 0),
      coalesce(sum(delta) filter (where cell & 15 > 7), 0),
      coalesce(sum(delta) filter (where cell & 15 > 6), 0),
      coalesce(sum(delta) filter (where cell & 15 > 5), 0),
      coalesce(sum(delta) filter (where cell & 15 > 4), 0),
      coalesce(sum(delta) filter (where cell & 15 > 3), 0),
      coalesce(sum(delta) filter (where cell & 15 > 2), 0),
      coalesce(sum(delta) filter (where cell & 15 > 1), 0),
      coalesce(sum(delta) filter (where cell & 15 > 0), 0),
      coalesce(sum(delta) filter (where cell & 15 > -1), 0)
    from (
      select depth, bucket >> (4 * depth) as cell, sum(delta)::integer as delta
      from (
        select bucket, 1 as delta from added where is_listed
        union all
        select bucket, -1 from removed where is_listed
      ) as moved cross join generate_series(0, 3) as depth
      group by 1, 2 having sum(delta) <> 0
    ) as cells
    group by 1
    on conflict (id) do update set
      n1 = kept.n1 + excluded.n1, n2 = kept.n2 + excluded.n2, n3 = kept.n3 + excluded.n3,
      n4 = kept.n4 + excluded.n4, n5 = kept.n5 + excluded.n5, n6 = kept.n6 + excluded.n6,
      n7 = kept.n7 + excluded.n7, n8 = kept.n8 + excluded.n8, n9 = kept.n9 + excluded.n9,
      n10 = kept.n10 + excluded.n10, n11 = kept.n11 + excluded.n11, n12 = kept.n12 + excluded.n12,
      n13 = kept.n13 + excluded.n13, n14 = kept.n14 + excluded.n14, n15 = kept.n15 + excluded.n15,
      n16 = kept.n16 + excluded.n16;
  end if;
  return null;
end
$$;

create or replace trigger hiscores_count_updated after update on hiscores
  referencing old table as removed new table as added
  for each statement execute function count_hiscores();
create or replace trigger hiscores_count_deleted after delete on hiscores
  referencing old table as removed for each statement execute function count_hiscores();
