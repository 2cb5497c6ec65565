create or replace function is_in_sale(s shop_sales, i shop_items) returns boolean language sql stable as $$
  select s.deleted_at is null and case s.scope
    when 'all' then true
    when 'category' then coalesce(s.category_id = i.category_id, false)
    else exists (select from shop_sale_items x where x.sale_id = s.id and x.item_id = i.id)
  end
$$;
