-- Gives an item of the store without a price. It takes no stock and does not count for limits.
create or replace function give_item(
  p_account_id bigint, p_shop_item_id bigint, out purchase_id bigint, out item_name text
) language plpgsql as $$
declare
  item shop_items;
begin
  select * into item from shop_items where id = p_shop_item_id;
  if found then
    item_name := item.name;
    purchase_id := (write_purchase(item, p_account_id, null, null, 0, null, null, false)).purchase_id;
  end if;
end
$$;
