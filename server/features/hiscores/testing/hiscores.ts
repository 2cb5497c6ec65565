import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';

import type { StatsReport } from '../apply-report.ts';
import { counters, modes } from '../edit-lists.service.ts';
import { skillPresets } from '../skill-presets.ts';
import { namesOfLists } from '../skills.service.ts';

/** The default list. */
export const defaultSkills = skillPresets.get('2006') ?? [];
export const defaultLists = namesOfLists(defaultSkills);

/** A report as the game would send it; skills not given are untrained. */
export function reportOf(
  name: string,
  experience: Record<string, number> = {},
  observedAt = new Date(),
  skills = defaultSkills,
): StatsReport {
  return {
    name,
    observedAt,
    xpTenths: skills.map(({ name: skill }) => Math.round((experience[skill] ?? 0) * 10)),
  };
}

const tester = { id: null, name: 'test', ip: null };

export async function addMode(deps: Pick<Deps, 'db' | 'live'>, key: string): Promise<void> {
  const name = key.charAt(0).toUpperCase() + key.slice(1);
  await modes.create(deps, tester, { key, name, icon: 'helm', colour: 'gold' });
}

/** Its name is the key with a capital letter. */
export async function addCounter(deps: Pick<Deps, 'db' | 'live'>, key: string): Promise<number> {
  const name = key.charAt(0).toUpperCase() + key.slice(1);
  const draft = { key, name, group: 'Bosses', icon: 'skull', minimum: 1 } as const;
  return (await counters.create(deps, tester, draft)).id;
}

/** Stored counts that differ from the rows they count. */
export async function findMiscounts(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    with kept as (
      select b.id, n.key, n.value::integer as n
      from hiscore_blocks b cross join lateral jsonb_each_text(to_jsonb(b) - 'id') as n
    ), listed as (
      select bucket from hiscores where is_listed
      union all
      select (mode::integer << 24) | bucket from hiscores where is_listed and mode > 0
    ), cells as (
      select (depth << 27) | (bucket >> (4 * depth + 4)) as id, (bucket >> (4 * depth)) & 15 as cell
      from listed cross join generate_series(0, 3) as depth
    ), counted as (
      select id, 'n' || place as key, count(*) filter (where 16 - cell <= place) as n
      from cells cross join generate_series(1, 16) as place group by 1, 2
    )
    select id, key, kept.n as kept, counted.n as counted from kept full join counted using (id, key)
    where coalesce(kept.n, 0) <> coalesce(counted.n, 0)`.execute(db);
  return rows;
}

/** Players whose rank differs from their place in a plain sort. */
export async function findMisplaced(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    with lists as (
      select player_id, skill, 0 as mode, score, seq from hiscores where is_listed
      union all
      select player_id, skill, mode, score, seq from hiscores where is_listed and mode > 0
    ), sorted as (
      select player_id, skill, mode, case when skill < 32
        then row_number() over (partition by skill, mode order by score desc, seq)
        else rank() over (partition by skill, mode order by score >> 20 desc) end as place
      from lists
    )
    select * from sorted left join lateral hiscore_ranks(sorted.player_id) as given
      on given.skill = sorted.skill and given.mode = sorted.mode
    where given.rank is distinct from sorted.place`.execute(db);
  return rows;
}
