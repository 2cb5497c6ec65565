-- The audit log stays append-only, but addresses are personal data: each may be removed after 90 days.
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only
  before delete or truncate on audit_log
  for each statement execute function refuse_audit_log_change();

create function allow_forgetting_address() returns trigger language plpgsql as $$
begin
  if old.at < now() - interval '90 days' then
    old.ip := null;
    if new is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'The audit log is append-only: % is refused.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_forgets_addresses
  before update on audit_log
  for each row execute function allow_forgetting_address();

create index audit_log_addresses on audit_log (at) where ip is not null;
