-- Splits a price in proportion to the weights: whole coins, at least 1 each, and the remainder to the first ones. The
-- shares add up to the price. A gift costs nothing.
create or replace function split_price(p_price bigint, p_weights bigint[]) returns bigint[]
language sql immutable as $$
  select array_agg(case when p_price = 0 then 0 else 1 + share + (n <= rest)::integer end order by n)
  from (
    select n, share, p_price - cardinality(p_weights) - sum(share) over () as rest
    from (
      select n, div((p_price - cardinality(p_weights)) * weight::numeric, sum(weight) over ())::bigint as share
      from unnest(p_weights) with ordinality as w (weight, n)
    ) as shares
  ) as parts
$$;
