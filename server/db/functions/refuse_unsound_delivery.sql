create or replace function refuse_unsound_delivery() returns trigger language plpgsql as $$
begin
  raise exception 'A delivery that is % does not have these times.', new.state
    using errcode = 'check_violation';
end
$$;

create or replace trigger purchases_delivery before update on purchases
  for each row when (not is_delivery_sound(new)) execute function refuse_unsound_delivery();
