-- Changing a ban calls refresh_players.
create or replace function is_player_banned(of_key text) returns boolean language sql stable as $$
  select exists (
    select from sanctions
    join accounts on accounts.id = sanctions.account_id
    where accounts.username_key = of_key
      and sanctions.kind = 'ban'
      and sanctions.lifted_at is null
      and (sanctions.expires_at is null or sanctions.expires_at > now())
  )
$$;
