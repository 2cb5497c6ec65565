-- Null for an unknown delivery.
create or replace function purchase_id_of(p_delivery_id uuid) returns bigint language sql stable as $$
  select id from purchases
  where delivery_id = p_delivery_id
    and id = ('x' || right(replace(p_delivery_id::text, '-', ''), 16))::bit(64)::bigint
      & ~(1::bigint << 63)
$$;
