create or replace function refresh_player_of_account() returns trigger language plpgsql as $$
begin
  perform refresh_players(array[coalesce(new.username_key, old.username_key), old.username_key]);
  return null;
end
$$;

create or replace trigger accounts_refresh_player_inserted after insert or delete on accounts
  for each row execute function refresh_player_of_account();
create or replace trigger accounts_refresh_player_updated after update on accounts for each row
  when ((old.username, old.username_key, old.user_rights, old.supporter_step)
    is distinct from (new.username, new.username_key, new.user_rights, new.supporter_step))
  execute function refresh_player_of_account();
