-- When a rank, a membership or a command was delivered. One that is bought again starts when the one before ends.
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
end
$$;
