-- Gives an item of the store without a price. It takes no stock and does not count for the limit per player.
create or replace function give_item(
  p_account_id bigint, p_shop_item_id bigint, out purchase_id bigint, out item_name text
) language sql as $$
  insert into purchases (account_id, shop_item_id, item_name, item_id, quantity, price, took_stock)
  select p_account_id, id, name, item_id, quantity, 0, false
  from shop_items where id = p_shop_item_id
  returning id, item_name
$$;
