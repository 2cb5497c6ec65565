create or replace function is_player_listed(of_key text, rights integer) returns boolean language sql stable as $$
  select not (rights >= 2 and hiscores_setting('hiscores.exclude_staff'))
    and not (is_player_banned(of_key) and hiscores_setting('hiscores.exclude_banned'))
$$;
