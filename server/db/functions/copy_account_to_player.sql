-- Locks the account while copying it, so that its rights cannot change in between.
create or replace function copy_account_to_player() returns trigger language plpgsql as $$
declare
  account record;
begin
  select username, user_rights, supporter_step into account from accounts
    where username_key = new.name_key for share;
  if found then
    new.name := account.username;
    new.user_rights := account.user_rights;
    new.supporter := coalesce(account.supporter_step, 0);
  end if;
  new.is_listed := is_player_listed(new.name_key, new.user_rights);
  return new;
end
$$;

create or replace trigger players_copy_account before insert on players
  for each row execute function copy_account_to_player();
