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
        and p.price > 0
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
