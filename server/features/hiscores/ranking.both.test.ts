import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { setSetting } from '#server/lib/data/settings.ts';
import { sized } from '#server/testing/sized.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { engine } from '#server/testing/test-database.ts';
import type { HiscoresPage } from '#shared/endpoints/hiscores.ts';
import { totalsOf } from '#shared/rules/xp.ts';

import { getHiscoresPage, getPlayer } from './hiscores.service.ts';
import { hiscoreSettings } from './hiscores.settings.ts';
import { ingestStats } from './ingest.service.ts';
import { defaultLists, defaultSkills, findMiscounts, findMisplaced } from './testing/hiscores.ts';

/**
 * Compares the lists with a plain sort. Experience comes from few values, so ties are frequent, and
 * reports, resets, deletions and changes of rights and settings come in any order.
 */
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
});
afterAll(() => test.close());

const names = Array.from({ length: 40 }, (_, at) => `Player ${at}`);
const owner = { id: null, name: 'test', ip: null };
const stats = [0, 3, 20];

const experience = fc.oneof(
  fc.constantFrom(0, 10, 830, 831, 11_540, 20_000, 130_344_310, 2_000_000_000),
  fc.integer({ min: 0, max: 3_000 }),
);
const change = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      who: fc.nat(39),
      xp: fc.tuple(experience, experience, experience),
      reset: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), who: fc.nat(39) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rights' as const),
      who: fc.nat(39),
      rights: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('setting' as const), value: fc.boolean() }),
  },
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

type Modelled = { xp: number[]; seq: number[] };
type Model = {
  players: Map<string, Modelled>;
  rights: Map<string, number>;
  excludesStaff: boolean;
  clock: number;
};

const fresh = defaultSkills.map((_, stat) => (stat === 3 ? 11_540 : 0));

describe('the lists', () => {
  it('always equal a plain sort', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 60 }), async (changes) => {
        await clear();
        const model: Model = {
          players: new Map(),
          rights: new Map(),
          excludesStaff: true,
          clock: 0,
        };
        for (const one of changes) await apply(one, model);
        expect(await readLists(model)).toEqual(sortLists(model));
        expect(await findMiscounts(test.deps.db)).toEqual([]);
      }),
      { numRuns: engine === 'postgres' ? sized(10, 25) : sized(4, 12) },
    );
  });

  it('equal a plain sort at any depth, across long ties and block boundaries', async () => {
    await clear();
    const size = sized(500, 2_000);
    await insertCrowd(size);
    expect(await findMiscounts(test.deps.db)).toEqual([]);
    expect(await findMisplaced(test.deps.db)).toEqual([]);
    for (const skill of ['Overall', 'Attack'] as const) {
      const names: string[] = [];
      for (let page = 1; page <= size / 25; page++) {
        const { players, total } = await getHiscoresPage(test.deps, { skill, page });
        expect(total).toBe(size);
        names.push(...players.map(({ username }) => username));
      }
      expect(names).toEqual(await sortByDatabase(skill));
    }
  });

  it('never put a higher score into a lower bucket or into another list’s bucket', async () => {
    const step = sized(8, 1);
    const { rows } = await sql`
      with samples as (
        select 1 as skill, floor(exp(n / 2000.0))::bigint as score from generate_series(0, 42832, ${step}::integer) n
        union
        select 1, n from generate_series(1, 5000) n
        union
        select 1, 2000000000
        union
        select 0, level * 68719476736 + tenths
        from generate_series(21, 2079, ${step}::integer) level cross join (
          select 11540 as tenths union all select 42000000000
          union all select floor(exp(n / 4.0))::bigint from generate_series(38, 97) n
        ) as totals
        union
        select 32, (count << 20) | spread from (
          select n::bigint as count from generate_series(1, 5000) n
          union all select floor(exp(n / 2000.0))::bigint from generate_series(0, 42832, ${step}::integer) n
        ) as counts cross join unnest(array[0, 524288, 1048575]) as spread
      ), placed as (
        select skill, score, hiscore_bucket(skill::smallint, score) as bucket from samples
      ), compared as (
        select *, lag(bucket) over (partition by skill order by score) as before from placed
      )
      select * from compared where bucket < before or bucket >> 16 <> skill`.execute(test.deps.db);
    expect(rows).toEqual([]);
  });
});

/** In three modes, with a counter. Scores over the whole range, rounded to two digits so many are equal, inserted in random order. */
async function insertCrowd(size: number): Promise<void> {
  const { db } = test.deps;
  await sql`
    insert into players (name, name_key, experience, total_level, total_tenths, observed_at)
    select 'Crowd ' || id, 'crowd ' || id, ${fresh}::bigint[], 30, 11540, now()
    from generate_series(1, ${size}::integer) as id`.execute(db);
  await sql`
    insert into hiscores (player_id, skill, score, is_listed, mode)
    select id, skill, case skill when 0
        then (30 + ceil(share * 10) * 200)::bigint * 68719476736 + 11540 + ceil(share * 9) * 1000000
        when 1 then greatest(1, round(exp(share * 21.4)::numeric, -ceil(share * 9)::integer + 1))
        else counter_score(id, ceil(exp(share * share * 12))::bigint) end, true, id % 3
    from players cross join unnest(array[0, 1, 32]) as skill
    cross join lateral (
      select ('x' || left(md5(name || skill), 6))::bit(24)::integer / 16777216.0 as share
    ) as drawn
    order by md5(skill || name)`.execute(db);
}

async function sortByDatabase(skill: string): Promise<string[]> {
  const rows = await test.deps.db
    .selectFrom('hiscores')
    .innerJoin('players', 'players.id', 'hiscores.player_id')
    .select('players.name')
    .where('skill', '=', defaultLists.indexOf(skill))
    .orderBy('score', 'desc')
    .orderBy('seq')
    .execute();
  return rows.map(({ name }) => name);
}

async function clear(): Promise<void> {
  const { db } = test.deps;
  await db.deleteFrom('players').execute();
  await db.deleteFrom('accounts').execute();
  await db.deleteFrom('settings').execute();
}

async function apply(one: Change, model: Model): Promise<void> {
  const { db } = test.deps;
  if (one.kind === 'setting') {
    await setSetting(test.deps, hiscoreSettings.excludeStaff, { value: one.value, by: null });
    model.excludesStaff = one.value;
    return;
  }
  const name = names[one.who] ?? '';
  if (one.kind === 'delete') {
    await db.deleteFrom('players').where('name', '=', name).execute();
    model.players.delete(name);
    return;
  }
  if (one.kind === 'rights') {
    await setRightsOf(name, one.rights);
    model.rights.set(name, one.rights);
    return;
  }
  await report(name, one, model);
}

async function report(
  name: string,
  { xp, reset }: { xp: number[]; reset: boolean },
  model: Model,
): Promise<void> {
  const xpTenths = defaultSkills.map((_, stat) => xp[stats.indexOf(stat)] ?? null);
  model.clock += 1000;
  const observedAt = new Date(Date.UTC(2026, 0, 1) + model.clock);
  const [result] = await ingestStats(test.deps, {
    reports: [{ name, observedAt, xpTenths, reset }],
    resetBy: owner,
  });
  const known = model.players.get(name);
  const before = known?.xp ?? fresh;
  const after = before.map((tenths, stat) => {
    const given = xpTenths[stat] ?? tenths;
    return stat === 3 ? Math.max(given, 11_540) : given;
  });
  const decreases = after.some((tenths, stat) => tenths < (before[stat] ?? 0));
  if (decreases && !reset) {
    expect(result).toEqual({ status: 'rejected', reason: 'experience-decreased' });
    return;
  }
  const beforeScores = scores(before);
  const seq = scores(after).map((score, at) =>
    score === beforeScores[at] && known ? (known.seq[at] ?? 0) : model.clock,
  );
  model.players.set(name, { xp: after, seq });
}

async function setRightsOf(name: string, rights: number): Promise<void> {
  const key = name.toLowerCase();
  await test.deps.db
    .insertInto('accounts')
    .values({
      username: name,
      username_key: key,
      email: `${key}@x.test`,
      email_key: `${key}@x.test`,
      identity_provider: 'test',
      identity_id: key,
      user_rights: rights,
    })
    .onConflict((conflict) => conflict.column('username_key').doUpdateSet({ user_rights: rights }))
    .execute();
}

/** Overall as a pair: total level, then experience. */
function scores(xp: number[]): (string | number)[] {
  const { level, tenths } = totalsOf(xp);
  return [`${level} ${tenths}`, ...xp];
}

/** Every page of every list and every rank of every player, as the service returns them. */
async function readLists(model: Model) {
  const lists: Lists = {};
  for (const skill of defaultLists) {
    const rows: HiscoresPage['players'] = [];
    const { total, pages } = await getHiscoresPage(test.deps, { skill, page: 1 });
    for (let page = 1; page <= pages + 1; page++) {
      rows.push(...(await getHiscoresPage(test.deps, { skill, page })).players);
    }
    lists[skill] = {
      total,
      pages,
      names: rows.map(({ username }) => username),
      ranks: rows.map(({ rank }) => rank),
    };
  }
  const places: Places = {};
  for (const name of model.players.keys()) {
    const { ranks } = await getPlayer(test.deps, name);
    places[name] = defaultLists.map((_, skill) => ranks[skill] ?? 0);
  }
  return { lists, places };
}

type Lists = Record<string, { total: number; pages: number; names: string[]; ranks: number[] }>;
type Places = Record<string, number[]>;

/** The expected result, by sorting. */
function sortLists(model: Model) {
  const sortedLists = defaultLists.map((_, skill) => sorted(model, skill));
  const lists: Lists = {};
  for (const [skill, name] of defaultLists.entries()) {
    const names = sortedLists[skill] ?? [];
    const pages = Math.max(1, Math.ceil(names.length / 25));
    lists[name] = { total: names.length, pages, names, ranks: names.map((_, at) => at + 1) };
  }
  const places: Places = {};
  for (const name of model.players.keys()) {
    places[name] = sortedLists.map((list) => list.indexOf(name) + 1);
  }
  return { lists, places };
}

function sorted(model: Model, skill: number): string[] {
  return [...model.players]
    .filter(([name]) => !(model.excludesStaff && (model.rights.get(name) ?? 0) >= 2))
    .filter(([, { xp }]) => hasTrained(xp, skill))
    .sort(([, a], [, b]) => {
      const [x, y] = [totalsOf(a.xp), totalsOf(b.xp)];
      const bySkill = (b.xp[skill - 1] ?? 0) - (a.xp[skill - 1] ?? 0);
      const byScore = skill === 0 ? y.level - x.level || y.tenths - x.tenths : bySkill;
      return byScore || (a.seq[skill] ?? 0) - (b.seq[skill] ?? 0);
    })
    .map(([name]) => name);
}

function hasTrained(xp: number[], skill: number): boolean {
  const isTrained = (stat: number) => (xp[stat] ?? 0) > (fresh[stat] ?? 0);
  return skill === 0 ? xp.some((_, stat) => isTrained(stat)) : isTrained(skill - 1);
}
