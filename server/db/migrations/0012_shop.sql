create table shop_items (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  description text not null check (length(description) <= 400),
  -- At most one of the two is set: an external URL, or an uploaded picture.
  image text,
  media_hash text references media,
  price bigint not null check (price between 1 and 10000000),
  -- The item's id in the game, and the number of items per purchase.
  item_id integer not null check (item_id >= 0),
  quantity integer not null default 1 check (quantity > 0),
  is_enabled boolean not null default true,
  position integer not null default 0,
  ends_at timestamptz,
  -- Null means unlimited.
  stock integer check (stock >= 0),
  player_limit integer check (player_limit > 0),
  -- Incremented with every change by an admin; a save names the version it was based on.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint references accounts on delete set null,
  -- Purchases refer to items, so items are hidden instead of deleted.
  deleted_at timestamptz,
  constraint shop_items_picture check (image is null or media_hash is null)
);
create index shop_items_order on shop_items (position, id) where deleted_at is null;

create trigger shop_items_kept before delete or truncate on shop_items
  for each statement
  execute function refuse_change('Purchases point to this item: hide it instead.');

-- The stock changes far more often than the indexed columns: free space on the page allows HOT
-- updates, which do not touch the indexes.
alter table shop_items set (fillfactor = 50);

-- A purchase is one statement and one transaction. A rejected purchase returns the reason in outcome and
-- changes nothing. The purchases of one player wait for each other at the wallet row, which charging
-- locks. buy_item_carefully locks the wallet first, and then the item if it has a stock.

-- Fast path for nearly every purchase: the item has no stock or limit, and nothing prevents buying it.
-- It does not look for the key, which is nearly always new. For a known key the unique index rejects
-- the purchase, and the caller then calls buy_item_carefully.
create function buy_item(
  p_account_id bigint, p_shop_item_id bigint, p_key text,
  p_price numeric, p_item_id numeric, p_name text,
  out outcome text, out purchase_id bigint, out item_name text, out price bigint,
  out balance bigint, out is_counted boolean
) language plpgsql as $$
#variable_conflict use_column
begin
  insert into purchases as bought (
    account_id, shop_item_id, item_name, item_id, quantity, price, took_stock, key
  )
  select p_account_id, i.id, i.name, i.item_id, i.quantity, i.price, false, p_key
  from shop_items i
  where i.id = p_shop_item_id and i.is_enabled and i.deleted_at is null
    and i.stock is null and i.player_limit is null
    and (i.ends_at is null or i.ends_at > clock_timestamp())
    and (p_item_id is null or i.item_id = p_item_id)
    and (p_name is null or i.name = p_name)
    and (p_price is null or i.price = p_price)
  returning bought.id, bought.item_name, bought.price, bought.balance_after
  into purchase_id, item_name, price, balance;
  if found then
    outcome := 'bought';
    is_counted := false;
    return;
  end if;
  select * into outcome, purchase_id, item_name, price, balance, is_counted
  from buy_item_carefully(
    p_account_id, p_shop_item_id, p_key, p_price, p_item_id, p_name
  );
end
$$;

create function buy_item_carefully(
  p_account_id bigint, p_shop_item_id bigint, p_key text,
  p_price numeric, p_item_id numeric, p_name text,
  out outcome text, out purchase_id bigint, out item_name text, out price bigint,
  out balance bigint, out is_counted boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  item shop_items;
  earlier purchases;
  is_frozen boolean;
begin
  is_counted := false;
  select w.balance, w.balance < 0 or w.open_disputes > 0 into balance, is_frozen
  from wallets w where w.account_id = p_account_id for no key update;
  if not found then
    if not exists (select from accounts where id = p_account_id) then
      raise exception 'There is no account %.', p_account_id
        using errcode = 'foreign_key_violation';
    end if;
    balance := 0;
  end if;

  select * into earlier from purchases p where p.account_id = p_account_id and p.key = p_key;
  if found then
    purchase_id := earlier.id;
    item_name := earlier.item_name;
    price := earlier.price;
    outcome := case
      when earlier.shop_item_id = p_shop_item_id and earlier.price = coalesce(p_price, earlier.price)
        then 'repeated' else 'key-reused' end;
    return;
  end if;

  select * into item from shop_items i where i.id = p_shop_item_id;
  if item.stock is not null then
    select * into item from shop_items i where i.id = p_shop_item_id for no key update;
  end if;
  item_name := item.name;
  price := item.price;
  is_counted := item.stock is not null;
  outcome := case
    when is_frozen then 'frozen'
    when item.id is null or item.deleted_at is not null or not item.is_enabled then 'gone'
    when item.ends_at <= clock_timestamp() then 'ended'
    when item.item_id <> p_item_id then 'id-differs'
    when item.name <> p_name then 'name-differs'
    when item.price <> p_price then 'price-differs'
    when item.stock = 0 then 'sold-out'
    when balance < item.price then 'too-poor'
    when item.player_limit <= (
      select count(*) from purchases p
      where p.account_id = p_account_id and p.shop_item_id = item.id and p.state <> 'canceled'
    ) then 'limit-reached'
  end;
  if outcome is not null then
    return;
  end if;

  insert into purchases as bought (
    account_id, shop_item_id, item_name, item_id, quantity, price, took_stock, key
  ) values (
    p_account_id, item.id, item.name, item.item_id, item.quantity, item.price, is_counted, p_key
  )
  returning bought.id, bought.balance_after into strict purchase_id, balance;
  if is_counted then
    update shop_items i set stock = i.stock - 1 where i.id = item.id;
  end if;
  outcome := 'bought';
end
$$;
