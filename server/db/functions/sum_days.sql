-- Sums the days that have been over for an hour, so that every transaction begun in them has ended.
create or replace function sum_days() returns void language plpgsql as $$
declare
  since timestamptz;
  until timestamptz := date_trunc('day', now() - interval '1 hour', 'UTC');
begin
  lock table ledger_days in share row exclusive mode;
  select coalesce(max(day) + interval '1 day', '-infinity') into since from ledger_days;
  -- Nothing is summed on an empty site, since demo content has rows of earlier days.
  if since >= until or not exists (select from ledger) and not exists (select from purchases) then
    return;
  end if;
  insert into purchase_days (day, shop_item_id, item_name, item_id, purchases, coins)
  select date_trunc('day', created_at, 'UTC'), shop_item_id, item_name, item_id, count(*), sum(price)
  from purchases
  where created_at >= since and created_at < until and shop_item_id is not null and ends_id is null
  group by 1, 2, 3, 4;
  insert into ledger_days (day, topped_up, returned)
  select date_trunc('day', at, 'UTC'), sum(greatest(amount, 0)), sum(greatest(-amount, 0))
  from ledger where book = 'topups' and at >= since and at < until
  group by 1;
  insert into ledger_days (day, first_purchase_id, last_purchase_id)
  select date_trunc('day', created_at, 'UTC'), min(id), max(id)
  from purchases where created_at >= since and created_at < until
  group by 1
  on conflict (day) do update set
    first_purchase_id = excluded.first_purchase_id, last_purchase_id = excluded.last_purchase_id;
  insert into ledger_days (day) values (until - interval '1 day') on conflict do nothing;
end
$$;
