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
