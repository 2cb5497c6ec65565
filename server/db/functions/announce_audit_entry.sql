-- Makes open admin pages reload after any admin's change. No replica is called "database", so all of
-- them handle the message.
create or replace function announce_audit_entry() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', '{"from":"database","message":{"topic":"admin"}}');
  return null;
end
$$;

create or replace trigger audit_log_announced after insert on audit_log
  for each statement execute function announce_audit_entry();
