-- A fixed price counts only if it is lower.
create or replace function price_in_sale(s shop_sales, i shop_items) returns bigint language plpgsql stable as $$
begin
  return case when s.percent is null then least(i.price, greatest(i.least_price, s.price))
    else sale_price(i.price, s.percent, i.least_price) end;
end
$$;
