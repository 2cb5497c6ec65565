-- Players reported by the game; most of them have an account of the same name.
create table players (
  id integer generated always as identity primary key,
  name text not null,
  name_key text collate "C" not null unique,
  -- Derived from the account, the settings and the bans; the triggers below update them.
  user_rights smallint not null default 0,
  is_listed boolean not null default true,
  -- In tenths, by stat id, without Overall.
  experience bigint[] not null,
  total_level integer not null,
  total_tenths bigint not null,
  observed_at timestamptz not null,
  playtime_seconds bigint,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint players_name_format check (
    char_length(name) between 1 and 12
    and name ~ '^[A-Za-z0-9]([A-Za-z0-9 _-]*[A-Za-z0-9])?$'
  ),
  constraint players_every_skill check (cardinality(experience) = 21),
  constraint players_experience_range check (0 <= all (experience) and 2000000000 >= all (experience)),
  constraint players_playtime_positive check (playtime_seconds >= 0)
) with (autovacuum_vacuum_scale_factor = 0.02);
create index players_changed_at on players (changed_at);

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index players_name_trigrams on players using gin (name_key gin_trgm_ops);
  end if;
end
$$;

-- Ranks without counting rows: hiscore_blocks stores the number of players per bucket of scores, at four
-- levels of detail, with cumulative counts of sixteen neighbouring buckets in one row. The number of
-- players above a score is then the sum of one value from one row per level, and a page is found by
-- descending the levels. One row per bucket would mean reading dozens of rows, which is fast only while
-- the table is freshly vacuumed, and with constant reports it never is.

-- 65,536 buckets per list. A higher score is never in a lower bucket, and buckets must be small,
-- because ranking a player scans the player's bucket. Skills use the logarithm of the experience.
-- Overall uses the total level, then how far the experience is above the minimum for that level,
-- which doubles every 147 levels.
create function hiscore_bucket(skill smallint, score bigint) returns integer
language sql immutable parallel safe as $$
  select skill * 65536 + case when skill = 0
    then (score >> 36)::integer * 31 + least(30, greatest(0, floor(
      5 * (ln((score & 68719476735)::float8) - 11.9 - (score >> 36) * 0.0047153))))::integer
    else floor(ln(score::float8) * 3000)::integer end
$$;

create sequence hiscores_seq;

create table hiscores (
  player_id integer not null references players on delete cascade,
  -- 0 is Overall.
  skill smallint not null,
  -- Tenths of experience; for Overall total level * 2^36 + tenths, so that one number orders both.
  score bigint not null,
  -- New with every change of the score: in a tie, the player who got there first ranks higher.
  seq bigint not null default nextval('hiscores_seq'),
  is_listed boolean not null,
  bucket integer not null generated always as (hiscore_bucket(skill, score)) stored,
  primary key (player_id, skill),
  constraint hiscores_skill_known check (skill between 0 and 21),
  -- No row for an untrained skill.
  constraint hiscores_score_positive check (score > 0),
  constraint hiscores_bucket_of_skill check (bucket >> 16 = skill)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
create index hiscores_rank on hiscores (bucket desc, score desc, seq, player_id) where is_listed;

-- Counts at four depths: at depth d, a cell is bucket >> (4 * d), and a row holds sixteen cells.
-- n1 counts the players in the highest cell, n2 in the two highest, n16 in all sixteen.
create table hiscore_blocks (
  -- depth << 20 | bucket >> (4 * depth + 4). One integer, because looking up rows is most of the work.
  -- 3 << 20 | skill is the row of a whole list.
  id integer primary key,
  n1 integer not null, n2 integer not null, n3 integer not null, n4 integer not null,
  n5 integer not null, n6 integer not null, n7 integer not null, n8 integer not null,
  n9 integer not null, n10 integer not null, n11 integer not null, n12 integer not null,
  n13 integer not null, n14 integer not null, n15 integer not null, n16 integer not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);

-- Runs per statement. An upsert fires both the insert and the update trigger; one is often empty.
create function count_hiscores() returns trigger language plpgsql as $$
begin
  -- Only one batch may count at a time: each writes blocks for its inserts, updates and deletes in
  -- turn, so two batches would deadlock, whatever the order within each.
  if tg_op = 'INSERT' then
    if exists (select from added) then
      perform pg_advisory_xact_lock(hashtext('hiscore_blocks'));
      insert into hiscore_blocks as kept
        (id, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16)
      select (depth << 20) | (cell >> 4),
        coalesce(sum(delta) filter (where cell & 15 > 14), 0),
        coalesce(sum(delta) filter (where cell & 15 > 13), 0),
        coalesce(sum(delta) filter (where cell & 15 > 12), 0),
        coalesce(sum(delta) filter (where cell & 15 > 11), 0),
        coalesce(sum(delta) filter (where cell & 15 > 10), 0),
        coalesce(sum(delta) filter (where cell & 15 > 9), 0),
        coalesce(sum(delta) filter (where cell & 15 > 8), 0),
        coalesce(sum(delta) filter (where cell & 15 > 7), 0),
        coalesce(sum(delta) filter (where cell & 15 > 6), 0),
        coalesce(sum(delta) filter (where cell & 15 > 5), 0),
        coalesce(sum(delta) filter (where cell & 15 > 4), 0),
        coalesce(sum(delta) filter (where cell & 15 > 3), 0),
        coalesce(sum(delta) filter (where cell & 15 > 2), 0),
        coalesce(sum(delta) filter (where cell & 15 > 1), 0),
        coalesce(sum(delta) filter (where cell & 15 > 0), 0),
        coalesce(sum(delta) filter (where cell & 15 > -1), 0)
      from (
        select depth, bucket >> (4 * depth) as cell, sum(delta)::integer as delta
        from (select bucket, 1 as delta from added where is_listed) as moved
          cross join generate_series(0, 3) as depth
        group by 1, 2 having sum(delta) <> 0
      ) as cells
      group by 1
      on conflict (id) do update set
        n1 = kept.n1 + excluded.n1, n2 = kept.n2 + excluded.n2, n3 = kept.n3 + excluded.n3,
        n4 = kept.n4 + excluded.n4, n5 = kept.n5 + excluded.n5, n6 = kept.n6 + excluded.n6,
        n7 = kept.n7 + excluded.n7, n8 = kept.n8 + excluded.n8, n9 = kept.n9 + excluded.n9,
        n10 = kept.n10 + excluded.n10, n11 = kept.n11 + excluded.n11, n12 = kept.n12 + excluded.n12,
        n13 = kept.n13 + excluded.n13, n14 = kept.n14 + excluded.n14, n15 = kept.n15 + excluded.n15,
        n16 = kept.n16 + excluded.n16;
    end if;
  elsif tg_op = 'DELETE' then
    perform pg_advisory_xact_lock(hashtext('hiscore_blocks'));
    insert into hiscore_blocks as kept
      (id, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16)
    select (depth << 20) | (cell >> 4),
      coalesce(sum(delta) filter (where cell & 15 > 14), 0),
      coalesce(sum(delta) filter (where cell & 15 > 13), 0),
      coalesce(sum(delta) filter (where cell & 15 > 12), 0),
      coalesce(sum(delta) filter (where cell & 15 > 11), 0),
      coalesce(sum(delta) filter (where cell & 15 > 10), 0),
      coalesce(sum(delta) filter (where cell & 15 > 9), 0),
      coalesce(sum(delta) filter (where cell & 15 > 8), 0),
      coalesce(sum(delta) filter (where cell & 15 > 7), 0),
      coalesce(sum(delta) filter (where cell & 15 > 6), 0),
      coalesce(sum(delta) filter (where cell & 15 > 5), 0),
      coalesce(sum(delta) filter (where cell & 15 > 4), 0),
      coalesce(sum(delta) filter (where cell & 15 > 3), 0),
      coalesce(sum(delta) filter (where cell & 15 > 2), 0),
      coalesce(sum(delta) filter (where cell & 15 > 1), 0),
      coalesce(sum(delta) filter (where cell & 15 > 0), 0),
      coalesce(sum(delta) filter (where cell & 15 > -1), 0)
    from (
      select depth, bucket >> (4 * depth) as cell, sum(delta)::integer as delta
      from (select bucket, -1 as delta from removed where is_listed) as moved
        cross join generate_series(0, 3) as depth
      group by 1, 2 having sum(delta) <> 0
    ) as cells
    group by 1
    on conflict (id) do update set
      n1 = kept.n1 + excluded.n1, n2 = kept.n2 + excluded.n2, n3 = kept.n3 + excluded.n3,
      n4 = kept.n4 + excluded.n4, n5 = kept.n5 + excluded.n5, n6 = kept.n6 + excluded.n6,
      n7 = kept.n7 + excluded.n7, n8 = kept.n8 + excluded.n8, n9 = kept.n9 + excluded.n9,
      n10 = kept.n10 + excluded.n10, n11 = kept.n11 + excluded.n11, n12 = kept.n12 + excluded.n12,
      n13 = kept.n13 + excluded.n13, n14 = kept.n14 + excluded.n14, n15 = kept.n15 + excluded.n15,
      n16 = kept.n16 + excluded.n16;
  elsif exists (select from added) then
    perform pg_advisory_xact_lock(hashtext('hiscore_blocks'));
    insert into hiscore_blocks as kept
      (id, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16)
    select (depth << 20) | (cell >> 4),
      coalesce(sum(delta) filter (where cell & 15 > 14), 0),
      coalesce(sum(delta) filter (where cell & 15 > 13), 0),
      coalesce(sum(delta) filter (where cell & 15 > 12), 0),
      coalesce(sum(delta) filter (where cell & 15 > 11), 0),
      coalesce(sum(delta) filter (where cell & 15 > 10), 0),
      coalesce(sum(delta) filter (where cell & 15 > 9), 0),
      coalesce(sum(delta) filter (where cell & 15 > 8), 0),
      coalesce(sum(delta) filter (where cell & 15 > 7), 0),
      coalesce(sum(delta) filter (where cell & 15 > 6), 0),
      coalesce(sum(delta) filter (where cell & 15 > 5), 0),
      coalesce(sum(delta) filter (where cell & 15 > 4), 0),
      coalesce(sum(delta) filter (where cell & 15 > 3), 0),
      coalesce(sum(delta) filter (where cell & 15 > 2), 0),
      coalesce(sum(delta) filter (where cell & 15 > 1), 0),
      coalesce(sum(delta) filter (where cell & 15 > 0), 0),
      coalesce(sum(delta) filter (where cell & 15 > -1), 0)
    from (
      select depth, bucket >> (4 * depth) as cell, sum(delta)::integer as delta
      from (
        select bucket, 1 as delta from added where is_listed
        union all
        select bucket, -1 from removed where is_listed
      ) as moved cross join generate_series(0, 3) as depth
      group by 1, 2 having sum(delta) <> 0
    ) as cells
    group by 1
    on conflict (id) do update set
      n1 = kept.n1 + excluded.n1, n2 = kept.n2 + excluded.n2, n3 = kept.n3 + excluded.n3,
      n4 = kept.n4 + excluded.n4, n5 = kept.n5 + excluded.n5, n6 = kept.n6 + excluded.n6,
      n7 = kept.n7 + excluded.n7, n8 = kept.n8 + excluded.n8, n9 = kept.n9 + excluded.n9,
      n10 = kept.n10 + excluded.n10, n11 = kept.n11 + excluded.n11, n12 = kept.n12 + excluded.n12,
      n13 = kept.n13 + excluded.n13, n14 = kept.n14 + excluded.n14, n15 = kept.n15 + excluded.n15,
      n16 = kept.n16 + excluded.n16;
  end if;
  return null;
end
$$;
create trigger hiscores_count_inserted after insert on hiscores
  referencing new table as added for each statement execute function count_hiscores();
create trigger hiscores_count_updated after update on hiscores
  referencing old table as removed new table as added
  for each statement execute function count_hiscores();
create trigger hiscores_count_deleted after delete on hiscores
  referencing old table as removed for each statement execute function count_hiscores();

-- Rebuilds all counts from the rows, after bulk loading without triggers and for repairs. Reports wait
-- meanwhile; readers see the old counts.
create function recount_hiscores() returns void language plpgsql as $$
begin
  lock table hiscores, hiscore_blocks in share row exclusive mode;
  delete from hiscore_blocks;
  insert into hiscore_blocks as kept
    (id, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16)
  select (depth << 20) | (cell >> 4),
    coalesce(sum(delta) filter (where cell & 15 > 14), 0),
    coalesce(sum(delta) filter (where cell & 15 > 13), 0),
    coalesce(sum(delta) filter (where cell & 15 > 12), 0),
    coalesce(sum(delta) filter (where cell & 15 > 11), 0),
    coalesce(sum(delta) filter (where cell & 15 > 10), 0),
    coalesce(sum(delta) filter (where cell & 15 > 9), 0),
    coalesce(sum(delta) filter (where cell & 15 > 8), 0),
    coalesce(sum(delta) filter (where cell & 15 > 7), 0),
    coalesce(sum(delta) filter (where cell & 15 > 6), 0),
    coalesce(sum(delta) filter (where cell & 15 > 5), 0),
    coalesce(sum(delta) filter (where cell & 15 > 4), 0),
    coalesce(sum(delta) filter (where cell & 15 > 3), 0),
    coalesce(sum(delta) filter (where cell & 15 > 2), 0),
    coalesce(sum(delta) filter (where cell & 15 > 1), 0),
    coalesce(sum(delta) filter (where cell & 15 > 0), 0),
    coalesce(sum(delta) filter (where cell & 15 > -1), 0)
  from (
    select depth, bucket >> (4 * depth) as cell, sum(delta)::integer as delta
    from (select bucket, 1 as delta from hiscores where is_listed) as moved
      cross join generate_series(0, 3) as depth
    group by 1, 2 having sum(delta) <> 0
  ) as cells
  group by 1
  on conflict (id) do update set
    n1 = kept.n1 + excluded.n1, n2 = kept.n2 + excluded.n2, n3 = kept.n3 + excluded.n3,
    n4 = kept.n4 + excluded.n4, n5 = kept.n5 + excluded.n5, n6 = kept.n6 + excluded.n6,
    n7 = kept.n7 + excluded.n7, n8 = kept.n8 + excluded.n8, n9 = kept.n9 + excluded.n9,
    n10 = kept.n10 + excluded.n10, n11 = kept.n11 + excluded.n11, n12 = kept.n12 + excluded.n12,
    n13 = kept.n13 + excluded.n13, n14 = kept.n14 + excluded.n14, n15 = kept.n15 + excluded.n15,
    n16 = kept.n16 + excluded.n16;
end
$$;

-- Plain SQL without SET clauses, so that PostgreSQL can inline it into the calling query.
create function hiscore_ranks(of_player integer)
returns table (skill smallint, rank integer) language sql stable as $$
  select h.skill,
    1 + coalesce((
      select (array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16])
        [15 - ((h.bucket >> 12) & 15)]
      from hiscore_blocks where id = 3145728 | (h.bucket >> 16)), 0)
    + coalesce((
      select (array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16])
        [15 - ((h.bucket >> 8) & 15)]
      from hiscore_blocks where id = 2097152 | (h.bucket >> 12)), 0)
    + coalesce((
      select (array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16])
        [15 - ((h.bucket >> 4) & 15)]
      from hiscore_blocks where id = 1048576 | (h.bucket >> 8)), 0)
    + coalesce((
      select (array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16])
        [15 - ((h.bucket >> 0) & 15)]
      from hiscore_blocks where id = 0 | (h.bucket >> 4)), 0)
    + (
      select count(*)::integer from hiscores o
      where o.is_listed and o.bucket = h.bucket
        and o.score >= h.score and (o.score > h.score or o.seq < h.seq))
  from hiscores h
  where h.player_id = of_player and h.is_listed
  order by h.skill
$$;

-- The two functions below are stable: all their statements use the snapshot of the calling query, so
-- counts and rows always agree. Generic plans, because planning takes longer than running them. No
-- bitmap scans, because those would also read every row from the table instead of only the index.
-- The JSON is concatenated by hand: names contain nothing to escape, and PostgreSQL's JSON functions
-- take longer than finding the rows.

-- The rows of one page: {"total": n, "rows": [[name, rights, score, total level, total tenths], …]}.
-- The 25 is a constant so that the generic plan knows how few rows it fetches.
create function hiscore_page(of_skill integer, skip bigint)
returns text language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_bitmapscan = off as $$
declare
  counts integer[];
  total integer;
  cell integer := of_skill;
  passed integer;
  rest integer;
  answer text;
begin
  for grain in reverse 3..0 loop
    select array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16]
      into counts from hiscore_blocks where id = (grain << 20) | cell;
    if grain = 3 then
      total := coalesce(counts[16], 0);
      if skip >= total then
        return '{"total":' || total || ',"rows":[]}';
      end if;
      rest := skip;
    end if;
    -- Number of the sixteen cells that end before the first requested row.
    passed := width_bucket(rest, counts);
    rest := rest - coalesce(counts[passed], 0);
    cell := cell * 16 + 15 - passed;
  end loop;
  select string_agg('["' || p.name || '",' || p.user_rights || ',' || r.score || ','
    || p.total_level || ',' || p.total_tenths || ']', ',') into answer
  from (
    select h.player_id, h.score from hiscores h
    where h.is_listed and h.bucket between of_skill * 65536 and cell
    order by h.bucket desc, h.score desc, h.seq, h.player_id
    offset rest limit 25
  ) as r cross join lateral (
    select name, user_rights, total_level, total_tenths from players
    where id = r.player_id offset 0
  ) as p;
  return '{"total":' || total || ',"rows":[' || coalesce(answer, '') || ']}';
end
$$;

-- A player with all ranks, or null if there is none.
create function hiscore_player(of_key text)
returns text language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_bitmapscan = off as $$
begin
  return (
    select '{"id":' || id
      || ',"name":"' || name
      || '","nameKey":"' || name_key
      || '","userRights":' || user_rights
      || ',"experience":[' || array_to_string(experience, ',')
      || '],"totalLevel":' || total_level
      || ',"totalTenths":' || total_tenths
      || ',"changedAt":' || floor(extract(epoch from changed_at) * 1000)
      || ',"ranks":{' || coalesce((
        select string_agg('"' || skill || '":' || rank, ',') from hiscore_ranks(id)), '') || '}}'
    from players where name_key = of_key);
end
$$;

create function hiscores_setting(name text) returns boolean language sql stable as
  $$ select coalesce((select value = 'true'::jsonb from settings where key = name), true) $$;

-- Migration 0010 replaces this with a query for bans; changing a ban calls refresh_players.
create function is_player_banned(of_key text) returns boolean language sql stable as
  $$ select false $$;

create function is_player_listed(of_key text, rights integer) returns boolean language sql stable as $$
  select not (rights >= 2 and hiscores_setting('hiscores.exclude_staff'))
    and not (is_player_banned(of_key) and hiscores_setting('hiscores.exclude_banned'))
$$;

-- Locks the account while copying it, so that its rights cannot change in between.
create function copy_account_to_player() returns trigger language plpgsql as $$
declare
  account record;
begin
  select username, user_rights into account from accounts
    where username_key = new.name_key for share;
  if found then
    new.name := account.username;
    new.user_rights := account.user_rights;
  end if;
  new.is_listed := is_player_listed(new.name_key, new.user_rights);
  return new;
end
$$;
create trigger players_copy_account before insert on players
  for each row execute function copy_account_to_player();

-- Refreshes the named players, or all players if keys is null. Returns how many changed.
create function refresh_players(keys text[]) returns integer language plpgsql as $$
declare
  changed integer[];
begin
  -- Ordered by id, like the locks that the reports take.
  perform from players p where keys is null or p.name_key = any (keys)
    order by p.id for no key update;
  with wanted as (
    select p.id, coalesce(a.username, p.name) as name, coalesce(a.user_rights, 0) as user_rights,
      is_player_listed(p.name_key, coalesce(a.user_rights, 0)) as is_listed
    from players p left join accounts a on a.username_key = p.name_key
    where keys is null or p.name_key = any (keys)
  ), updated as (
    update players p set name = w.name, user_rights = w.user_rights, is_listed = w.is_listed
    from wanted w
    where p.id = w.id
      and (p.name, p.user_rights, p.is_listed) is distinct from (w.name, w.user_rights, w.is_listed)
    returning p.id
  )
  select array_agg(id order by id) into changed from updated;
  if changed is null then
    return 0;
  end if;
  update hiscores h set is_listed = p.is_listed
  from players p
  where p.id = h.player_id and h.player_id = any (changed) and h.is_listed <> p.is_listed;
  -- Same message as live.publish. No replica is called "database", so all of them handle it.
  perform pg_notify('live', '{"from":"database","message":{"topic":"hiscores"}}');
  return cardinality(changed);
end
$$;

create function refresh_player_of_account() returns trigger language plpgsql as $$
begin
  perform refresh_players(array[coalesce(new.username_key, old.username_key), old.username_key]);
  return null;
end
$$;
create trigger accounts_refresh_player_inserted after insert or delete on accounts
  for each row execute function refresh_player_of_account();
create trigger accounts_refresh_player_updated after update on accounts for each row
  when ((old.username, old.username_key, old.user_rights)
    is distinct from (new.username, new.username_key, new.user_rights))
  execute function refresh_player_of_account();

create function refresh_players_for_setting() returns trigger language plpgsql as $$
begin
  perform refresh_players(null);
  return null;
end
$$;
create trigger settings_refresh_players_written after insert or update on settings for each row
  when (new.key in ('hiscores.exclude_staff', 'hiscores.exclude_banned'))
  execute function refresh_players_for_setting();
create trigger settings_refresh_players_deleted after delete on settings for each row
  when (old.key in ('hiscores.exclude_staff', 'hiscores.exclude_banned'))
  execute function refresh_players_for_setting();

-- One snapshot per player for each day with a change, with the values at the end of the day.
create table player_days (
  player_id integer not null references players on delete cascade,
  day date not null,
  experience bigint[] not null,
  total_level integer not null,
  -- By skill, Overall first; null if unranked. A job fills them in later.
  ranks integer[],
  is_ranked boolean not null default false,
  primary key (player_id, day),
  constraint player_days_every_skill check (cardinality(experience) = 21),
  constraint player_days_every_rank check (cardinality(ranks) = 22)
);
create index player_days_day on player_days (day);
create index player_days_unranked on player_days (player_id) where not is_ranked;

-- The best gains of each period, computed by a job.
create table hiscore_gains (
  days smallint not null,
  skill smallint not null,
  player_id integer not null references players on delete cascade,
  gain bigint not null,
  primary key (days, skill, player_id)
);
create index hiscore_gains_best on hiscore_gains (days, skill, gain desc, player_id);
create index hiscore_gains_player on hiscore_gains (player_id);
