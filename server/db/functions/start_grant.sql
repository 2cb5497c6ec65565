-- When a rank, a membership or a command was delivered. One that is bought again starts when the one before ends, and an
-- end that still waits is not sent any more: it would take this one back.
create or replace function start_grant(p purchases) returns void language plpgsql as $$
declare
  owner bigint := coalesce(p.receiver_id, p.account_id);
  since timestamptz;
begin
  if p.kind not in ('rank', 'membership', 'command') or p.ends_id is not null then
    return;
  end if;
  perform lock_grants(owner);
  since := grant_start(p);
  insert into shop_grants (purchase_id, account_id, server_id, kind, value, starts_at, ends_at)
  values (
    p.id, owner, p.server_id, p.kind, p.payload ->> 'value', since,
    since + make_interval(days => (p.payload ->> 'days')::integer)
  );
  update purchases e set state = 'canceled', canceled_at = now()
  where e.account_id = owner and e.ends_id is not null and e.state in ('queued', 'attention')
    and e.kind = p.kind and e.kind <> 'command' and e.payload ->> 'value' = p.payload ->> 'value'
    and e.server_id = p.server_id;
end
$$;
