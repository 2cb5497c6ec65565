create or replace function is_delivery_sound(p purchases) returns boolean language sql immutable as $$
  select (p.state = 'claimed') = (p.lease_until is not null)
    and (p.state <> 'claimed' or p.lease_id is not null)
    and (p.state = 'delivered') = (p.delivered_at is not null)
    and (p.state = 'canceled') = (p.canceled_at is not null)
$$;
