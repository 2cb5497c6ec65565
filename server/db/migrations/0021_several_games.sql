-- Several games on one site: which servers may deliver an item, and which items each game has.

-- Null: every server that delivers. Removed servers stay in the list: an item of a removed game must not
-- be delivered by another one.
alter table shop_items
  add column server_ids bigint[],
  add constraint shop_items_servers check (cardinality(server_ids) > 0);

-- The items of a game, as its server reported them. A server without a row may have any item.
create table game_item_lists (
  server_id bigint primary key references game_servers,
  ids int4multirange not null,
  -- Names by id, of the items whose name is known.
  names jsonb not null,
  reported_at timestamptz not null default now()
);

-- Whether the game of any server with a valid token can deliver the item. In PL/pgSQL because its plan
-- is cached: every purchase calls this.
create function is_deliverable(p_server_ids bigint[], p_item_id integer) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from game_tokens t left join game_item_lists l on l.server_id = t.server_id
    where t.slot is not null and 'deliveries' = any (t.scopes)
      and (p_server_ids is null or t.server_id = any (p_server_ids))
      and (l.ids is null or l.ids @> p_item_id)
  );
end
$$;

-- Whether a purchase that no server has claimed may be offered to this one. An item that no game has is
-- offered too: the game then reports the failure, and an admin sees it.
create function may_deliver(p_server_id bigint, p_shop_item_id bigint, p_item_id integer)
returns boolean language plpgsql stable as $$
declare
  allowed bigint[];
begin
  select server_ids into allowed from shop_items where id = p_shop_item_id;
  if not coalesce(p_server_id = any (allowed), true) then
    return false;
  end if;
  return not exists (
      select from game_item_lists where server_id = p_server_id and not ids @> p_item_id
    ) or not is_deliverable(allowed, p_item_id);
end
$$;

-- The two functions of migration 0012, with the check that the item can be delivered.

-- Fast path for nearly every purchase: the item has no stock or limit, and nothing prevents buying it.
-- It does not look for the key, which is nearly always new. For a known key the unique index rejects
-- the purchase, and the caller then calls buy_item_carefully.
create or replace function buy_item(
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
    and is_deliverable(i.server_ids, i.item_id)
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

create or replace function buy_item_carefully(
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
    when not is_deliverable(item.server_ids, item.item_id) then 'undeliverable'
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
