-- Rebuilds all counts from the rows, after bulk loading without triggers and for repairs. Reports wait
-- meanwhile; readers see the old counts.
create or replace function recount_hiscores() returns void language plpgsql as $$
declare
  cells integer[];
  changes integer[];
begin
  lock table hiscores, hiscore_blocks in share row exclusive mode;
  delete from hiscore_blocks;
  -- List by list, so that the arrays stay small.
  for cells, changes in
    select array_agg(cell), array_agg(n) from (
      select bucket as cell, count(*)::integer as n from hiscores where is_listed group by 1
      union all
      select (mode::integer << 24) | bucket, count(*)::integer from hiscores where is_listed and mode > 0 group by 1
    ) as counted
    group by cell >> 16
  loop
    perform add_to_hiscore_blocks(cells, changes);
  end loop;
end
$$;
