-- Whether what was delivered can be taken back, so that the purchase can still be refunded.
create or replace function can_end(p purchases) returns boolean language sql stable as $$
  select p.ends_id is null
    and (p.kind in ('rank', 'membership') or p.kind = 'command' and p.payload ->> 'endValue' is not null)
$$;
