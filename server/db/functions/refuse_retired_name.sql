create or replace function refuse_retired_name() returns trigger language plpgsql as $$
begin
  if exists (select from retired_names where name_hash = name_hash(new.username_key)) then
    raise exception 'the username belonged to a deleted account'
      using errcode = 'unique_violation', constraint = 'accounts_username_retired';
  end if;
  return new;
end $$;

create or replace trigger accounts_username_retired before insert or update of username_key on accounts
  for each row execute function refuse_retired_name();
