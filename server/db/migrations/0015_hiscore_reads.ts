import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(reads).execute(db);
}

const reads = `
  -- As before, with the way down to the bucket in plain loops, which leave as soon as they are there.
  create or replace function hiscore_page(of_skill integer, skip bigint)
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
        for step in
          select c.bucket, c.n from hiscore_counts c
          where c.skill = of_skill and c.depth = grain
            and c.bucket >= chosen * 32 and c.bucket < chosen * 32 + 32
          order by c.bucket desc
        loop
          if above + step.n > skip then
            chosen := step.bucket;
            exit;
          end if;
          above := above + step.n;
        end loop;
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

  -- A player with all ranks as JSON text, or null: one function, so that its plans are kept too.
  create function hiscore_player(of_key text)
  returns text language plpgsql stable set plan_cache_mode = force_generic_plan as $$
  declare
    player record;
    ranks text;
  begin
    select id, name, name_key, user_rights, experience, total_level, total_tenths, changed_at
    into player from players where name_key = of_key;
    if not found then
      return null;
    end if;
    select string_agg('"' || skill || '":' || rank, ',') into ranks
    from hiscore_ranks(player.id);
    return '{"id":' || player.id
      || ',"name":"' || player.name
      || '","nameKey":"' || player.name_key
      || '","userRights":' || player.user_rights
      || ',"experience":[' || array_to_string(player.experience, ',')
      || '],"totalLevel":' || player.total_level
      || ',"totalTenths":' || player.total_tenths
      || ',"changedAt":' || floor(extract(epoch from player.changed_at) * 1000)
      || ',"ranks":{' || coalesce(ranks, '') || '}}';
  end
  $$;
`;
