-- A count as a score: thousands of players have the same small count, so the lower 20 bits spread them by their id over
-- several buckets. They are never all set: score | 1048575 is above all scores of the same count.
create or replace function counter_score(player_id integer, count bigint) returns bigint
language sql immutable parallel safe as $$
  select (count << 20) | ((player_id::bigint * 648059) % 1048575)
$$;
