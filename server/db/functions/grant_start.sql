-- When a rank, a membership or a command starts if it is delivered now: after the one before, if it is bought again.
create or replace function grant_start(p purchases) returns timestamptz language plpgsql volatile as $$
begin
  return greatest(now(), (
    select max(g.ends_at) from shop_grants g
    where g.account_id = coalesce(p.receiver_id, p.account_id) and g.kind = p.kind and g.kind <> 'command'
      and g.value = p.payload ->> 'value' and g.server_id = p.server_id and g.ended_at is null
  ));
end
$$;
