create or replace function refresh_players_for_setting() returns trigger language plpgsql as $$
begin
  perform refresh_players(null);
  return null;
end
$$;

create or replace trigger settings_refresh_players_written after insert or update on settings for each row
  when (new.key in ('hiscores.exclude_staff', 'hiscores.exclude_banned'))
  execute function refresh_players_for_setting();
create or replace trigger settings_refresh_players_deleted after delete on settings for each row
  when (old.key in ('hiscores.exclude_staff', 'hiscores.exclude_banned'))
  execute function refresh_players_for_setting();
