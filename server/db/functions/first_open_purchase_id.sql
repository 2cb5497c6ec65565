-- No purchase of a day that is not summed yet has a lower id. It is found by walking the primary key back from the
-- newest row: an index on created_at would cost a write per purchase. The hour between covers ids that are not in
-- the order of their times.
create or replace function first_open_purchase_id() returns bigint language sql stable as $$
  select coalesce((
    select id from purchases
    where created_at < (select max(day) + interval '23 hours' from ledger_days)
    order by id desc limit 1
  ), 0) + 1
$$;
