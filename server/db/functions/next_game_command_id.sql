create or replace function next_game_command_id() returns bigint language plpgsql as $$
declare
  next_id bigint;
begin
  -- Released below instead of at commit, because sequences are not transactional.
  perform pg_advisory_lock(hashtext('game_command_ids'));
  next_id := greatest(
    nextval('game_command_ids'), floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  perform setval('game_command_ids', next_id);
  perform pg_advisory_unlock(hashtext('game_command_ids'));
  return next_id;
end
$$;
