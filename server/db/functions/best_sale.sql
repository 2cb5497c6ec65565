-- The running sale with the lowest price, or null if none makes the item cheaper.
create or replace function best_sale(
  i shop_items, p_at timestamptz, out sale_id bigint, out name text, out price bigint, out ends_at timestamptz
) language plpgsql stable as $$
#variable_conflict use_column
begin
  select s.id, s.name, price_in_sale(s, i), s.ends_at into sale_id, name, price, ends_at
  from shop_sales s
  where s.starts_at <= p_at and s.ends_at > p_at and is_in_sale(s, i) and price_in_sale(s, i) < i.price
  order by 3, s.ends_at desc, s.id limit 1;
end
$$;
