import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(blocks).execute(db);
  await sql.raw(counting).execute(db);
  await sql.raw(reads).execute(db);
}

const places = Array.from({ length: 16 }, (_, at) => at + 1);
const columns = places.map((place) => `n${place}`).join(', ');

// Ranks without counting, as before, but with the counts of sixteen neighbours in one row and already
// added up. What lies above a score is then one number out of one row per grain, however lately that
// row was written: with a row per bucket it was some dozen rows, found fast only while the table was
// freshly vacuumed, which it never is while the game reports.
const blocks = `
  drop function hiscore_player(text);
  drop function hiscore_page(integer, bigint);
  drop function hiscore_ranks(integer);
  drop trigger hiscores_count_inserted on hiscores;
  drop trigger hiscores_count_updated on hiscores;
  drop trigger hiscores_count_deleted on hiscores;
  drop function count_hiscores();
  drop table hiscore_counts;

  -- 65,536 buckets for each list. They never fall where the score rises, and hold few people each, as
  -- ranking one means walking the others of the bucket: a skill goes by the logarithm of its
  -- experience; Overall by level, and then by how far the experience lies above the least for that
  -- level, which doubles every 147 levels.
  create function hiscore_bucket(skill smallint, score bigint) returns integer
  language sql immutable parallel safe as $$
    select skill * 65536 + case when skill = 0
      then (score >> 36)::integer * 31 + least(30, greatest(0, floor(
        5 * (ln((score & 68719476735)::float8) - 11.9 - (score >> 36) * 0.0047153))))::integer
      else floor(ln(score::float8) * 3000)::integer end
  $$;
  alter table hiscores drop column bucket;
  alter table hiscores
    add column bucket integer not null generated always as (hiscore_bucket(skill, score)) stored,
    add constraint hiscores_bucket_of_skill check (bucket >> 16 = skill);
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

/** Adds (bucket, delta) to the blocks, in the order of their key: two batches lock them alike. */
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
    group by 1 order by 1
    on conflict (id) do update set
      ${places.map((place) => `n${place} = kept.n${place} + excluded.n${place}`).join(', ')};`;
}

const counting = `
  -- An upsert fires for both of its halves, of which one is often empty.
  create function count_hiscores() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if exists (select from added) then
        ${add('select bucket, 1 as delta from added where is_listed')}
      end if;
    elsif tg_op = 'DELETE' then
      ${add('select bucket, -1 as delta from removed where is_listed')}
    elsif exists (select from added) then
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

  -- All counts anew from the rows, for bulk loading without the triggers.
  create function recount_hiscores() returns void language plpgsql as $$
  begin
    delete from hiscore_blocks;
    ${add('select bucket, 1 as delta from hiscores where is_listed')}
  end
  $$;
  select recount_hiscores();
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
