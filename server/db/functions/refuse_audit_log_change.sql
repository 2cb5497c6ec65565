create or replace function refuse_audit_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only: % is refused.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger audit_log_append_only
  before delete or truncate on audit_log
  for each statement execute function refuse_audit_log_change();
