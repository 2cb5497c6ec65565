-- Reserving names locks the accounts against inserts, so this sees every committed reservation.
create or replace function refuse_reserved_name() returns trigger language plpgsql as $$
declare
  reserved record;
begin
  select account_id into reserved from reserved_names
    where username_key = new.username_key
      and account_id is distinct from new.id
      and handed_to is distinct from new.identity_id
      and (expires_at is null or expires_at > now());
  if not found then
    return new;
  end if;
  raise exception 'the username % is reserved', new.username_key using errcode = 'unique_violation',
    constraint = case when reserved.account_id is null
      then 'accounts_username_reserved' else 'accounts_username_kept' end;
end $$;

create or replace trigger accounts_username_reserved before insert or update of username_key on accounts
  for each row execute function refuse_reserved_name();
