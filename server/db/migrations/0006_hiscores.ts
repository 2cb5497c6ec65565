import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(players).execute(db);
  await sql.raw(lists).execute(db);
  await sql.raw(counting).execute(db);
  await sql.raw(reads).execute(db);
  await sql.raw(exclusion).execute(db);
  await sql.raw(history).execute(db);
}

const players = `
  -- Whoever the game has reported; most have an account of the same name, some do not.
  create table players (
    id integer generated always as identity primary key,
    name text not null,
    name_key text collate "C" not null unique,
    -- Copies of what the account, the settings and the bans say, kept by the triggers below.
    user_rights smallint not null default 0,
    is_listed boolean not null default true,
    -- Tenths of a point by stat id, without Overall.
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
`;

// Ranks without counting: hiscore_blocks holds how many people there are in each bucket of scores, in
// four grains, with sixteen neighbours in one row and already added up. The number of people above a
// score is then one number out of one row per grain, and a page is found by descending the same way. A
// row per bucket would mean some dozen rows, which are found fast only while the table is freshly
// vacuumed, and under reports it never is.
const places = Array.from({ length: 16 }, (_, at) => at + 1);
const columns = places.map((place) => `n${place}`).join(', ');

const lists = `
  -- 65,536 buckets for each list. A higher score is never in a lower bucket, and each bucket holds few
  -- people, as ranking one means walking the others of the bucket: a skill goes by the logarithm of its
  -- experience; Overall by level, and then by how far the experience is above the least for that
  -- level, which doubles every 147 levels.
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
    -- Drawn again with every change of the score: whoever got there first wins a tie.
    seq bigint not null default nextval('hiscores_seq'),
    is_listed boolean not null,
    bucket integer not null generated always as (hiscore_bucket(skill, score)) stored,
    primary key (player_id, skill),
    constraint hiscores_skill_known check (skill between 0 and 21),
    -- Nothing trained, no row: a list holds whoever has trained the skill.
    constraint hiscores_score_positive check (score > 0),
    constraint hiscores_bucket_of_skill check (bucket >> 16 = skill)
  ) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
  create index hiscores_rank on hiscores (bucket desc, score desc, seq, player_id) where is_listed;

  -- Buckets in four grains: at depth d they are taken together as bucket >> (4 * d), and a row holds
  -- sixteen of those. n1 counts the people in the highest, n2 in the two highest, n16 in all of them.
  create table hiscore_blocks (
    -- depth << 20 | bucket >> (4 * depth + 4): one number, as finding rows by it is most of the work.
    -- So 3 << 20 | skill is a whole list.
    id integer primary key,
    ${places.map((place) => `n${place} integer not null`).join(', ')}
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);
`;

/** Adds (bucket, delta) to the blocks. */
function add(moved: string): string {
  const sums = places.map(
    (place) => `coalesce(sum(delta) filter (where cell & 15 > ${15 - place}), 0)`,
  );
  return `
    insert into hiscore_blocks as kept (id, ${columns})
    select (depth << 20) | (cell >> 4), ${sums.join(', ')}
    from (
      select depth, bucket >> (4 * depth) as cell, sum(delta)::integer as delta
      from (${moved}) as moved cross join generate_series(0, 3) as depth
      group by 1, 2 having sum(delta) <> 0
    ) as cells
    group by 1
    on conflict (id) do update set
      ${places.map((place) => `n${place} = kept.n${place} + excluded.n${place}`).join(', ')};`;
}

const lock = `perform pg_advisory_xact_lock(hashtext('hiscore_blocks'));`;

const counting = `
  -- Per statement. An upsert fires for both of its halves, of which one is often empty.
  create function count_hiscores() returns trigger language plpgsql as $$
  begin
    -- One batch counts at a time: it writes blocks for what it inserts, updates and deletes one after
    -- the other, so two of them would end in deadlocks, whatever the order within each.
    if tg_op = 'INSERT' then
      if exists (select from added) then
        ${lock}
        ${add('select bucket, 1 as delta from added where is_listed')}
      end if;
    elsif tg_op = 'DELETE' then
      ${lock}
      ${add('select bucket, -1 as delta from removed where is_listed')}
    elsif exists (select from added) then
      ${lock}
      ${add(`
        select bucket, 1 as delta from added where is_listed
        union all
        select bucket, -1 from removed where is_listed`)}
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

  -- All counts again from the rows, for bulk loading without the triggers and for repairs. Reports wait
  -- meanwhile; readers see the counts from before.
  create function recount_hiscores() returns void language plpgsql as $$
  begin
    lock table hiscores, hiscore_blocks in share row exclusive mode;
    delete from hiscore_blocks;
    ${add('select bucket, 1 as delta from hiscores where is_listed')}
  end
  $$;
`;

/** How many lie above the bucket within its block of a grain. */
function above(depth: number): string {
  const id = `${depth << 20} | (h.bucket >> ${4 * depth + 4})`;
  return `coalesce((
        select (array[${columns}])[15 - ((h.bucket >> ${4 * depth}) & 15)]
        from hiscore_blocks where id = ${id}), 0)`;
}

const reads = `
  -- Plain SQL without settings of its own, so that it becomes a part of the query that calls it.
  create function hiscore_ranks(of_player integer)
  returns table (skill smallint, rank integer) language sql stable as $$
    select h.skill, 1 + ${[3, 2, 1, 0].map(above).join(' + ')} + (
        select count(*)::integer from hiscores o
        where o.is_listed and o.bucket = h.bucket
          and o.score >= h.score and (o.score > h.score or o.seq < h.seq))
    from hiscores h
    where h.player_id = of_player and h.is_listed
    order by h.skill
  $$;

  -- The two below are stable: all their statements see the one moment of the query that called them,
  -- so counts and rows always agree. Their plans are kept: planning anew would take longer than they
  -- do. And the plans go by the indexes alone: a bitmap would look up every row in the table as well.
  -- The JSON is written by hand, because names hold nothing that it would escape and the database's
  -- own JSON functions take longer than finding the rows.

  -- The rows of one page: {"total": n, "rows": [[name, rights, score, total level, total tenths], …]}.
  -- The 25 is a constant so that the kept plan knows how few rows it fetches.
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
      select array[${columns}] into counts from hiscore_blocks where id = (grain << 20) | cell;
      if grain = 3 then
        total := coalesce(counts[16], 0);
        if skip >= total then
          return '{"total":' || total || ',"rows":[]}';
        end if;
        rest := skip;
      end if;
      -- How many of the sixteen end before the first wanted row.
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

  -- A player with all ranks, or null.
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
`;

const exclusion = `
  create function hiscores_setting(name text) returns boolean language sql stable as
    $$ select coalesce((select value = 'true'::jsonb from settings where key = name), true) $$;

  -- Moderation replaces this with a look at its bans, and calls refresh_players when one changes.
  create function is_player_banned(of_key text) returns boolean language sql stable as
    $$ select false $$;

  create function is_player_listed(of_key text, rights integer) returns boolean language sql stable as $$
    select not (rights >= 2 and hiscores_setting('hiscores.exclude_staff'))
      and not (is_player_banned(of_key) and hiscores_setting('hiscores.exclude_banned'))
  $$;

  -- The account is locked while it is copied, so that a change of rights cannot slip in between.
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

  -- For the named players, or for all of them when keys is null. Answers how many changed.
  create function refresh_players(keys text[]) returns integer language plpgsql as $$
  declare
    changed integer[];
  begin
    -- By id, as the reports lock them.
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
    -- To every replica, as live.publish does it; none of them is called "database".
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
`;

const history = `
  -- One snapshot per player and day on which something changed: how the day ended.
  create table player_days (
    player_id integer not null references players on delete cascade,
    day date not null,
    experience bigint[] not null,
    total_level integer not null,
    -- By skill, Overall first; null where unranked. Filled in by a job, behind the reports.
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
`;
