-- The audit log stays append-only, with two exceptions: an address after 90 days, and the names
-- and texts of an account in the transaction that deletes it.
create or replace function allow_forgetting_address() returns trigger language plpgsql as $$
declare
  allowed audit_log := old;
begin
  if old.at < now() - interval '90 days' then
    allowed.ip := null;
    if new is not distinct from allowed then
      return new;
    end if;
  end if;
  if is_being_deleted(null) then
    allowed := new;
    allowed.actor_name := old.actor_name;
    allowed.subject := old.subject;
    allowed.before := old.before;
    allowed.after := old.after;
    allowed.ip := old.ip;
    if allowed is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'The audit log is append-only: % is refused.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger audit_log_forgets_addresses
  before update on audit_log
  for each row execute function allow_forgetting_address();
