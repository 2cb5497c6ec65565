import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(players).execute(db);
  await sql.raw(lists).execute(db);
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

// Ranks without counting: hiscore_counts holds how many rows lie in each bucket of scores, in three
// grains of 1, 32 and 1,024 buckets. A rank is the sum of what lies above, a page is found by
// descending the same way; both touch some dozens of small rows at any depth of a list.
const lists = `
  create sequence hiscores_seq;

  create table hiscores (
    player_id integer not null references players on delete cascade,
    -- 0 is Overall.
    skill smallint not null,
    -- Tenths of experience; for Overall total level * 2^36 + tenths, so that one number orders both.
    score bigint not null,
    -- Drawn anew with every change of the score: whoever got there first wins a tie.
    seq bigint not null default nextval('hiscores_seq'),
    is_listed boolean not null,
    bucket smallint not null generated always as ((floor(ln(score::float8) * 1000))::smallint) stored,
    primary key (player_id, skill),
    constraint hiscores_skill_known check (skill between 0 and 21),
    -- Nothing trained, no row: a list holds whoever has trained the skill.
    constraint hiscores_score_positive check (score > 0)
  ) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
  create index hiscores_rank on hiscores (skill, bucket desc, score desc, seq, player_id)
    where is_listed;

  create table hiscore_counts (
    skill smallint not null,
    -- The grain: buckets are counted as bucket >> (5 * depth).
    depth smallint not null,
    bucket smallint not null,
    n integer not null,
    primary key (skill, depth, bucket) include (n)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);

  -- Per statement, and in the order of the key: a batch locks each count once, and two batches lock
  -- them in the same order.
  create function count_hiscores() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into hiscore_counts as counts (skill, depth, bucket, n)
      select skill, depth::smallint, bucket >> (5 * depth), count(*)
      from added cross join generate_series(0, 2) as depth
      where is_listed
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (skill, depth, bucket) do update set n = counts.n + excluded.n;
    elsif tg_op = 'DELETE' then
      insert into hiscore_counts as counts (skill, depth, bucket, n)
      select skill, depth::smallint, bucket >> (5 * depth), -count(*)
      from removed cross join generate_series(0, 2) as depth
      where is_listed
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (skill, depth, bucket) do update set n = counts.n + excluded.n;
    else
      insert into hiscore_counts as counts (skill, depth, bucket, n)
      select skill, depth::smallint, bucket >> (5 * depth), sum(delta)
      from (
        select skill, bucket, 1 as delta from added where is_listed
        union all
        select skill, bucket, -1 from removed where is_listed
      ) as moved cross join generate_series(0, 2) as depth
      group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (skill, depth, bucket) do update set n = counts.n + excluded.n;
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

  -- These are stable: all their statements see the one moment of the query that called them, so
  -- counts and rows always agree. Their plans are kept: planning anew would take longer than they do.
  create function hiscore_ranks(of_player integer)
  returns table (skill smallint, rank integer) language plpgsql stable
  set plan_cache_mode = force_generic_plan as $$
  begin
    return query
    select h.skill,
      (1
        + coalesce((select sum(c.n) from hiscore_counts c
            where c.skill = h.skill and c.depth = 2 and c.bucket > h.bucket >> 10), 0)
        + coalesce((select sum(c.n) from hiscore_counts c
            where c.skill = h.skill and c.depth = 1
              and c.bucket > h.bucket >> 5 and c.bucket < ((h.bucket::integer >> 10) + 1) << 5), 0)
        + coalesce((select sum(c.n) from hiscore_counts c
            where c.skill = h.skill and c.depth = 0
              and c.bucket > h.bucket and c.bucket < ((h.bucket::integer >> 5) + 1) << 5), 0)
        + (select count(*) from hiscores o
            where o.skill = h.skill and o.is_listed and o.bucket = h.bucket
              and o.score >= h.score and (o.score > h.score or o.seq < h.seq))
      )::integer
    from hiscores h
    where h.player_id = of_player and h.is_listed
    order by h.skill;
  end
  $$;

  -- The rows of one page as JSON text: {"total": n, "rows": [[name, rights, score, total level, total
  -- tenths], …]}. Written by hand, because names hold nothing that JSON would escape and the
  -- database's own JSON functions take longer than finding the rows. The 25 is a constant so that
  -- the kept plan knows how few rows it fetches.
  create function hiscore_page(of_skill integer, skip bigint)
  returns text language plpgsql stable set plan_cache_mode = force_generic_plan as $$
  declare
    total bigint := 0;
    above bigint := 0;
    chosen integer;
    step record;
    answer text;
  begin
    for step in
      select c.bucket, c.n from hiscore_counts c
      where c.skill = of_skill and c.depth = 2 order by c.bucket desc
    loop
      total := total + step.n;
      if chosen is null and total > skip then
        chosen := step.bucket;
        above := total - step.n;
      end if;
    end loop;
    if chosen is not null then
      for grain in reverse 1..0 loop
        select candidate.bucket, above + candidate.upto - candidate.n into chosen, above
        from (
          select c.bucket, c.n, sum(c.n) over (order by c.bucket desc) as upto
          from hiscore_counts c
          where c.skill = of_skill and c.depth = grain
            and c.bucket >= chosen * 32 and c.bucket < chosen * 32 + 32
        ) as candidate
        where above + candidate.upto > skip
        order by candidate.bucket desc limit 1;
      end loop;
      select string_agg('["' || p.name || '",' || p.user_rights || ',' || r.score || ','
        || p.total_level || ',' || p.total_tenths || ']', ',') into answer
      from (
        select h.player_id, h.score from hiscores h
        where h.skill = of_skill and h.is_listed and h.bucket <= chosen
        order by h.bucket desc, h.score desc, h.seq, h.player_id
        offset skip - above limit 25
      ) as r cross join lateral (
        select name, user_rights, total_level, total_tenths from players
        where id = r.player_id offset 0
      ) as p;
    end if;
    return '{"total":' || total || ',"rows":[' || coalesce(answer, '') || ']}';
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
