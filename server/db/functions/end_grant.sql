-- Ends a rank, a membership or a command, once: its days are over, or it was refunded. The game that gave it is told with
-- a delivery, unless another purchase of the same keeps it. Returns the player, or null if it had ended before.
create or replace function end_grant(p_purchase_id bigint) returns bigint language plpgsql as $$
declare
  given shop_grants;
  source purchases;
  -- The time that was paid and not used.
  rest interval;
  end_id bigint;
begin
  perform lock_grants(g.account_id) from shop_grants g where g.purchase_id = p_purchase_id;
  update shop_grants g set ended_at = now()
  where g.purchase_id = p_purchase_id and g.ended_at is null
  returning * into given;
  if not found then
    return null;
  end if;
  if given.kind <> 'command' then
    rest := given.ends_at - greatest(now(), given.starts_at);
    update shop_grants g set starts_at = g.starts_at - rest, ends_at = g.ends_at - rest
    where g.account_id = given.account_id and g.kind = given.kind and g.value = given.value
      and g.server_id = given.server_id and g.ended_at is null
      and g.starts_at >= given.ends_at and rest > interval '0';
  end if;
  select * into source from purchases where id = p_purchase_id;
  if given.kind = 'command' and source.payload ->> 'endValue' is null
    or given.kind <> 'command' and exists (
      select from shop_grants g
      where g.account_id = given.account_id and g.kind = given.kind and g.value = given.value
        and g.server_id = given.server_id and g.ended_at is null
    )
    or exists (select from game_servers s where s.id = given.server_id and s.removed_at is not null)
  then
    return given.account_id;
  end if;
  insert into purchases (
    account_id, shop_item_id, item_name, item_id, quantity, price, took_stock, kind, payload, server_id, ends_id
  ) values (
    given.account_id, source.shop_item_id, 'End of ' || source.item_name, 0, 1, 0, false, given.kind,
    jsonb_build_object('value', coalesce(source.payload ->> 'endValue', given.value)),
    given.server_id, source.id
  )
  returning id into strict end_id;
  update shop_grants set end_purchase_id = end_id where purchase_id = p_purchase_id;
  return given.account_id;
end
$$;
