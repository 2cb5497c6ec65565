-- Writes the purchase of an item at a price that the caller has checked: one row, or one for each part of a bundle.
-- The caller holds the locks of the wallet, the item and its parts. If a row cannot be charged, an exception undoes all.
create or replace function write_purchase(
  i shop_items, p_account_id bigint, p_receiver_id bigint, p_key text, p_price bigint,
  p_sale_id bigint, p_discount_id bigint, p_takes_stock boolean,
  out purchase_id bigint, out balance bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  is_split boolean := i.kind = 'bundle' and not i.is_one_delivery;
  round integer := case when p_takes_stock and i.total_limit is not null then i.limit_round end;
  weights bigint[];
  prices bigint[];
  full_prices bigint[];
  part record;
  part_id bigint;
begin
  if not is_split then
    insert into purchases as bought (
      account_id, receiver_id, shop_item_id, item_name, item_id, quantity, price, full_price, took_stock,
      limit_round, kind, payload, sale_id, discount_id, key
    ) values (
      p_account_id, p_receiver_id, i.id, i.name, i.item_id, i.quantity, p_price,
      nullif(i.price, p_price), p_takes_stock and i.stock is not null,
      round, i.kind, payload_of(i, p_takes_stock), p_sale_id, p_discount_id, p_key
    )
    returning bought.id, bought.balance_after into strict purchase_id, balance;
  else
    weights := array(
      select x.price * b.count from bundle_items b join shop_items x on x.id = b.item_id
      where b.bundle_id = i.id order by b.position, x.id
    );
    prices := split_price(p_price, weights);
    full_prices := split_price(i.price, weights);
    for part in
      select x.*, b.count as units, payload_of(x, false) as payload,
        row_number() over (order by b.position, x.id) as n
      from bundle_items b join shop_items x on x.id = b.item_id
      where b.bundle_id = i.id order by n
    loop
      insert into purchases as bought (
        account_id, receiver_id, shop_item_id, item_name, item_id, quantity, units, price, full_price,
        took_stock, limit_round, kind, payload, bundle_id, group_id, sale_id, discount_id, key
      ) values (
        p_account_id, p_receiver_id, part.id, part.name, part.item_id, part.quantity * part.units, part.units,
        prices[part.n], nullif(full_prices[part.n], prices[part.n]),
        p_takes_stock and part.stock is not null, round, part.kind, part.payload, i.id, purchase_id,
        p_sale_id, p_discount_id, case when part.n = 1 then p_key end
      )
      returning bought.id, bought.balance_after into strict part_id, balance;
      purchase_id := coalesce(purchase_id, part_id);
    end loop;
  end if;

  if p_takes_stock and (i.stock is not null or i.total_limit is not null) then
    update shop_items x set stock = x.stock - 1,
      sold_of_limit = x.sold_of_limit + (x.total_limit is not null)::integer
    where x.id = i.id;
  end if;
  if p_takes_stock and i.kind = 'bundle' then
    update shop_items x set stock = x.stock - b.count
    from bundle_items b
    where b.bundle_id = i.id and x.id = b.item_id and x.stock is not null;
  end if;
end
$$;
