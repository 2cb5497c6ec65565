-- Categories, sales, bundles, limits, requirements and products that are not items. The functions that sell are in
-- server/db/functions.

create table shop_categories (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 40),
  position integer not null default 0
);

-- Which kinds of deliveries the game can carry out, as its heartbeat says.
alter table game_servers add column delivery_kinds text[] not null default '{item}';

alter table shop_items
  add column kind text collate "C" not null default 'item',
  add column category_id bigint references shop_categories on delete set null,
  -- For all players together. sold_of_limit counts from when the limit was set, and limit_round tells a purchase that
  -- was counted from one of an earlier limit, so that a refund gives back only what was counted.
  add column total_limit integer check (total_limit > 0),
  add column sold_of_limit natural_count not null default 0,
  add column limit_round integer not null default 0,
  -- The total level that the player must have, and the step of supporters.
  add column needs_level integer check (needs_level > 0),
  add column needs_step bigint,
  -- The rank, the membership, or the command with {player} in it.
  add column grant_value text check (length(grant_value) between 1 and 200),
  -- The command at the end.
  add column end_value text check (length(end_value) between 1 and 200),
  -- Null: for ever.
  add column days integer check (days between 1 and 3650),
  -- A bundle that the game gets as one delivery, instead of one per part.
  add column is_one_delivery boolean not null default false,
  -- No sale and no discount goes below it. A bundle of several deliveries costs at least 1 coin for each.
  add column least_price bigint not null default 1 check (least_price > 0),
  add constraint shop_items_kind check (kind in ('item', 'rank', 'membership', 'command', 'bundle')),
  add constraint shop_items_grant check ((kind in ('rank', 'membership', 'command')) = (grant_value is not null)),
  add constraint shop_items_end check (end_value is null or kind = 'command'),
  add constraint shop_items_days check (
    days is null or kind in ('rank', 'membership') or kind = 'command' and end_value is not null
  ),
  add constraint shop_items_bundle check (
    case when kind = 'bundle' then stock is null else not is_one_delivery and least_price = 1 end
  ),
  add constraint shop_items_single check (kind = 'item' or quantity = 1 and item_id = 0),
  add constraint shop_items_least check (price >= least_price),
  -- What the fast path of buy_item may sell.
  add column is_plain boolean not null generated always as (
    kind = 'item' and stock is null and player_limit is null and total_limit is null
    and needs_level is null and needs_step is null
  ) stored;

create table bundle_items (
  bundle_id bigint not null references shop_items,
  item_id bigint not null references shop_items,
  count integer not null check (count between 1 and 1000),
  position integer not null,
  primary key (bundle_id, item_id),
  constraint bundle_items_other check (bundle_id <> item_id)
);
create index bundle_items_item on bundle_items (item_id);

create table shop_sales (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  -- One of the two.
  percent integer check (percent between 1 and 99),
  price bigint check (price > 0),
  scope text collate "C" not null,
  -- Null after the category was deleted: the sale then has no items.
  category_id bigint references shop_categories on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_on_home boolean not null default false,
  -- When the pages were last told that it began or ended.
  told_at timestamptz not null default now(),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by bigint references accounts on delete set null,
  -- Purchases refer to sales, so they are hidden instead of deleted.
  deleted_at timestamptz,
  constraint shop_sales_price check ((percent is null) <> (price is null)),
  constraint shop_sales_scope check (scope in ('all', 'category', 'items')),
  constraint shop_sales_time check (ends_at > starts_at)
);
create index shop_sales_end on shop_sales (ends_at) where deleted_at is null;

create table shop_sale_items (
  sale_id bigint not null references shop_sales on delete cascade,
  item_id bigint not null references shop_items,
  primary key (sale_id, item_id)
);

-- Percent off the next purchase of an account. It is used up even if that purchase is refunded.
create table shop_discounts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  percent integer not null check (percent between 1 and 99),
  -- Shown to the player.
  label text not null,
  -- Null: never.
  expires_at timestamptz,
  code_use_id bigint,
  -- The first purchase of a bundle. Null until it is used.
  purchase_id bigint references purchases
);
create index shop_discounts_open on shop_discounts (account_id) where purchase_id is null;

alter table purchases
  alter column shop_item_id drop not null,
  -- A gift: the account pays and is refunded, the receiver gets the delivery.
  add column receiver_id bigint,
  add column kind text collate "C" not null default 'item',
  -- What the delivery needs to say: value, endValue and days, or the contents of a bundle.
  add column payload jsonb,
  -- How many of the item a bundle had, for its stock.
  add column units integer not null default 1,
  -- Set if the purchase was counted by the total limit of the item or bundle.
  add column limit_round integer,
  -- The bundle of which this is a part, and the first purchase of the same bundle.
  add column bundle_id bigint,
  add column group_id bigint,
  add column sale_id bigint,
  add column discount_id bigint,
  -- Without sale and discount. Null: the price.
  add column full_price bigint,
  -- This delivery takes back what that purchase gave.
  add column ends_id bigint;

-- One index for gifts and bundles, because every purchase pays for each index, even if it is not in it.
create index purchases_special on purchases (receiver_id, id desc)
  where receiver_id is not null or bundle_id is not null;

-- Ranks, memberships and commands that were delivered. A job ends them.
create table shop_grants (
  purchase_id bigint primary key references purchases,
  account_id bigint not null references accounts on delete cascade,
  server_id bigint not null references game_servers,
  kind text collate "C" not null,
  value text not null,
  -- A membership that is bought again starts when the one before ends.
  starts_at timestamptz not null,
  -- Null: never.
  ends_at timestamptz,
  ended_at timestamptz,
  -- The delivery of the end. Null if another grant of the same value goes on.
  end_purchase_id bigint references purchases
);
create index shop_grants_end on shop_grants (ends_at) where ended_at is null;
create index shop_grants_running on shop_grants (account_id, kind, value) where ended_at is null;

-- Deliveries that are not from the store, and ends, are not sales.
create or replace view sold_items as
  select day, shop_item_id, item_name, item_id, purchases, coins from purchase_days
  union all
  select date_trunc('day', created_at, 'UTC'), shop_item_id, item_name, item_id, 1, price
  from purchases
  where created_at >= coalesce((select max(day) + interval '1 day' from ledger_days), '-infinity')
    and id >= (select first_open_purchase_id())
    and shop_item_id is not null and ends_id is null;

-- They have more parameters now.
drop function buy_item(bigint, bigint, text, numeric, numeric, text);
drop function buy_item_carefully(bigint, bigint, text, numeric, numeric, text);
drop function is_deliverable(bigint[], integer);
drop function may_deliver(bigint, bigint, integer);
