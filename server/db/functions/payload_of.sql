-- What a purchase remembers of the item for its delivery and its end. Null for a plain item.
create or replace function payload_of(i shop_items, p_takes_stock boolean) returns jsonb language plpgsql stable as $$
begin
  return case
    when i.grant_value is not null then jsonb_strip_nulls(
      jsonb_build_object('value', i.grant_value, 'endValue', i.end_value, 'days', i.days))
    when i.kind = 'bundle' then jsonb_build_object('contents', (
      select jsonb_agg(jsonb_build_object(
        'shopItemId', part.id, 'itemId', part.item_id, 'itemName', part.name,
        'quantity', part.quantity * b.count, 'units', b.count,
        'tookStock', p_takes_stock and part.stock is not null
      ) order by b.position, part.id)
      from bundle_items b join shop_items part on part.id = b.item_id
      where b.bundle_id = i.id
    ))
  end;
end
$$;
