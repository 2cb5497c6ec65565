-- Fast path for nearly every purchase: a plain item without a sale, for the buyer, and nothing prevents buying it.
-- It does not look for the key, which is nearly always new. For a known key the unique index rejects
-- the purchase, and the caller then calls buy_item_carefully.
create or replace function buy_item(
  p_account_id bigint, p_shop_item_id bigint, p_key text,
  p_price numeric, p_item_id numeric, p_name text, p_receiver_id bigint default null,
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
  where i.id = p_shop_item_id and i.is_plain and i.is_enabled and i.deleted_at is null
    and p_receiver_id is null
    and (i.ends_at is null or i.ends_at > clock_timestamp())
    and is_deliverable(i.server_ids, i.item_id)
    and (p_item_id is null or i.item_id = p_item_id)
    and (p_name is null or i.name = p_name)
    and (p_price is null or i.price = p_price)
    and not exists (
      select from shop_sales s
      where s.starts_at <= clock_timestamp() and s.ends_at > clock_timestamp() and is_in_sale(s, i)
    )
    and not exists (
      select from shop_discounts d where d.account_id = p_account_id and d.purchase_id is null
    )
  returning bought.id, bought.item_name, bought.price, bought.balance_after
  into purchase_id, item_name, price, balance;
  if found then
    outcome := 'bought';
    is_counted := false;
    return;
  end if;
  select * into outcome, purchase_id, item_name, price, balance, is_counted
  from buy_item_carefully(
    p_account_id, p_shop_item_id, p_key, p_price, p_item_id, p_name, p_receiver_id
  );
end
$$;
