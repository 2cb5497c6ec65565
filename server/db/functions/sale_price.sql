-- Rounded down, in favour of the player, but never below the least price. shared/rules/prices.ts does the same.
create or replace function sale_price(p_price bigint, p_percent integer, p_least bigint) returns bigint
language sql immutable as $$
  select greatest(p_least, p_price * (100 - p_percent) / 100)
$$;
