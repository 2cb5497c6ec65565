-- Admin lists, the store's editor and the dashboard no longer read whole tables.

-- Sums of days that are over. Purchases and the ledger are append-only, so these never change: a purchase
-- that was canceled is still counted, and its refund is a row of the ledger.
create table purchase_days (
  -- Midnight in UTC.
  day timestamptz not null,
  shop_item_id bigint not null,
  item_name text not null,
  item_id integer not null,
  purchases bigint not null,
  coins bigint not null,
  primary key (day, shop_item_id, item_name, item_id)
);

-- Coins that were topped up and taken back, and the lowest and highest id of the day's purchases. The newest row says which days
-- are summed, in both tables.
create table ledger_days (
  day timestamptz primary key,
  topped_up bigint not null default 0,
  returned bigint not null default 0,
  first_purchase_id bigint,
  last_purchase_id bigint
);

-- Sums the days that have been over for an hour, so that every transaction begun in them has ended.
create function sum_days() returns void language plpgsql as $$
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
  from purchases where created_at >= since and created_at < until
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
select sum_days();

-- No purchase of a day that is not summed yet has a lower id. It is found by walking the primary key back from the
-- newest row: an index on created_at would cost a write per purchase. The hour between covers ids that are not in
-- the order of their times.
create function first_open_purchase_id() returns bigint language sql stable as $$
  select coalesce((
    select id from purchases
    where created_at < (select max(day) + interval '23 hours' from ledger_days)
    order by id desc limit 1
  ), 0) + 1
$$;

-- Purchases per day and item, also of days that are not summed yet.
create view sold_items as
  select day, shop_item_id, item_name, item_id, purchases, coins from purchase_days
  union all
  select date_trunc('day', created_at, 'UTC'), shop_item_id, item_name, item_id, 1, price
  from purchases
  where created_at >= coalesce((select max(day) + interval '1 day' from ledger_days), '-infinity')
    and id >= (select first_open_purchase_id());

create index purchases_item on purchases (shop_item_id, id desc);
create index purchases_canceled on purchases (id desc) include (shop_item_id, price)
  where state = 'canceled';

drop index orders_recent;
create index orders_recent on orders (created_at desc, id);
create index orders_by_state on orders (state, created_at desc, id);
create index mails_failed on mails (finished_at) where state = 'failed';
