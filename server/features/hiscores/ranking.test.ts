import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { setSetting } from '#server/lib/settings.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { engine } from '#server/testing/test-database.ts';
import type { HiscoresPage } from '#shared/hiscores.ts';
import { skills } from '#shared/skills.ts';
import { totalsOf, trainedSkills } from '#shared/xp.ts';

import { getPage, getPlayer } from './hiscores.service.ts';
import { ingestStats } from './ingest.service.ts';

/**
 * The lists against a plain sort. Experience is drawn from few values, so that ties are everywhere,
 * and reports, resets, deletions, changes of rights and of the settings come in any order.
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

const fresh = trainedSkills.map((_, stat) => (stat === 3 ? 11_540 : 0));

describe('the lists', () => {
  it('always equal a plain sort', { timeout: 240_000 }, async () => {
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
        expect(await readCounts()).toEqual(await countRows());
      }),
      { numRuns: engine === 'postgres' ? 25 : 12 },
    );
  });
});

async function clear(): Promise<void> {
  const { db } = test.deps;
  await db.deleteFrom('players').execute();
  await db.deleteFrom('accounts').execute();
  await db.deleteFrom('settings').execute();
}

async function apply(one: Change, model: Model): Promise<void> {
  const { db } = test.deps;
  if (one.kind === 'setting') {
    await setSetting(test.deps, 'hiscores.exclude_staff', { value: one.value, by: null });
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
  const xpTenths = trainedSkills.map((_, stat) => xp[stats.indexOf(stat)] ?? null);
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

/** Every page of every list, and every rank of every player, as the site answers them. */
async function readLists(model: Model) {
  const lists: Lists = {};
  for (const skill of skills) {
    const rows: HiscoresPage['players'] = [];
    const { total, pages } = await getPage(test.deps, { skill, page: 1 });
    for (let page = 1; page <= pages + 1; page++) {
      rows.push(...(await getPage(test.deps, { skill, page })).players);
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
    places[name] = skills.map((_, skill) => ranks[skill] ?? 0);
  }
  return { lists, places };
}

type Lists = Record<string, { total: number; pages: number; names: string[]; ranks: number[] }>;
type Places = Record<string, number[]>;

/** The same by sorting. */
function sortLists(model: Model) {
  const sortedLists = skills.map((_, skill) => sorted(model, skill));
  const lists: Lists = {};
  for (const [skill, name] of skills.entries()) {
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

async function readCounts(): Promise<Map<string, number>> {
  const rows = await test.deps.db
    .selectFrom('hiscore_counts')
    .select(['skill', 'depth', 'bucket', 'n'])
    .where('n', '<>', 0)
    .execute();
  return new Map(rows.map(({ skill, depth, bucket, n }) => [`${skill} ${depth} ${bucket}`, n]));
}

async function countRows(): Promise<Map<string, number>> {
  const rows = await test.deps.db
    .selectFrom('hiscores')
    .select(['skill', 'bucket'])
    .where('is_listed', '=', true)
    .execute();
  const counts = new Map<string, number>();
  for (const { skill, bucket } of rows) {
    for (const depth of [0, 1, 2]) {
      const key = `${skill} ${depth} ${bucket >> (5 * depth)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}
