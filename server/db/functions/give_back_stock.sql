-- After a refund: gives back the stock and the place within the total limit that the purchase took. Locks a bundle
-- before its parts, and those in the order of their ids, like a purchase.
create or replace function give_back_stock(p purchases) returns void language plpgsql as $$
declare
  contents jsonb := coalesce(p.payload -> 'contents', '[]');
begin
  -- A bundle is given back with its last part.
  if p.limit_round is not null and not exists (
    select from purchases g
    where g.account_id = p.account_id and g.id >= p.group_id and g.group_id = p.group_id
      and g.state <> 'canceled'
  ) then
    update shop_items i set sold_of_limit = i.sold_of_limit - 1
    where i.id = coalesce(p.bundle_id, p.shop_item_id) and i.total_limit is not null
      and i.limit_round = p.limit_round;
  end if;
  if p.took_stock then
    update shop_items i set stock = i.stock + p.units where i.id = p.shop_item_id and i.stock is not null;
  end if;
  perform from shop_items i
  where i.id in (select (part ->> 'shopItemId')::bigint from jsonb_array_elements(contents) as part)
  order by i.id for no key update;
  update shop_items i set stock = i.stock + (part ->> 'units')::integer
  from jsonb_array_elements(contents) as part
  where i.id = (part ->> 'shopItemId')::bigint and (part ->> 'tookStock')::boolean and i.stock is not null;
end
$$;
