create or replace function record_delivery_event() returns trigger language plpgsql as $$
begin
  insert into delivery_events (purchase_id, state, detail)
  values (
    new.id,
    case when new.failures > old.failures and new.state = 'queued' then 'failed'
      else new.state::text end,
    case when new.failures > old.failures then new.last_failure end
  );
  return null;
end
$$;

create or replace trigger purchases_events
  after update on purchases
  for each row when (new.state <> old.state or new.failures <> old.failures)
  execute function record_delivery_event();
