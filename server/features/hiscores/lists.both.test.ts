import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { sized } from '#server/testing/sized.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { engine } from '#server/testing/test-database.ts';
import type { HiscoresRow } from '#shared/endpoints/hiscores.ts';

import { counters, modes as gameModes } from './edit-lists.service.ts';
import { getHiscoresPage, getPlayerHiscores } from './hiscores.service.ts';
import { ingestStats } from './ingest.service.ts';
import { renamePlayer } from './rename.service.ts';
import { resetPlayerHiscores } from './reset.service.ts';
import { findMiscounts, findMisplaced } from './testing/hiscores.ts';

/**
 * Ranks by mode and counter compared with a plain sort, through mode changes, resets, renames, deletions, other
 * minimums and concurrent reports. Counts come from few values, so ties are frequent; some are near the border of a
 * bucket, where several counts share one.
 */
let test: TestApp;
let counterIds: number[];

const actor = { id: null, name: 'test', ip: null };
const modeKeys = ['ironman', 'hardcore'];
const counterNames = ['Zulrah', 'Clue Steps', 'Barrows'];
const counterKeys = ['zulrah', 'clue_steps', 'barrows'];
const mostPlayers = 30;

beforeAll(async () => {
  test = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  for (const key of modeKeys) await addMode(key);
  counterIds = [];
  for (const at of counterKeys.keys()) counterIds.push(await addCounter(at));
});
afterAll(() => test.close());

const addMode = (key: string) =>
  gameModes.create(test.deps, actor, { key, name: key, icon: 'helm', colour: 'gold' });

async function addCounter(at: number, minimum = 1): Promise<number> {
  const counter = await counters.create(test.deps, actor, { ...counterOf(at), minimum });
  return counter.id;
}

const counterOf = (at: number) => ({
  key: counterKeys[at] ?? '',
  name: counterNames[at] ?? '',
  group: 'Bosses',
  icon: 'dragon' as const,
});

const count = fc.constantFrom(0, 1, 1, 2, 2, 3, 5, 100, 2999, 3000, 3001, 3002, 2_000_000_000);
const who = fc.nat(mostPlayers - 1);
const report = fc.record({
  who,
  attack: fc.constantFrom(0, 10, 830, 830, 11_540, 2_000_000_000),
  mode: fc.constantFrom(undefined, null, 'normal', 'ironman', 'Hardcore', 'mystery'),
  counts: fc.array(fc.option(count, { nil: undefined }), { minLength: 3, maxLength: 3 }),
  reset: fc.boolean(),
});
const change = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('report' as const), report }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('reports at once' as const),
      reports: fc.uniqueArray(report, { minLength: 2, maxLength: 6, selector: (one) => one.who }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('delete' as const, 'rename' as const, 'reset' as const),
      who,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('minimum' as const),
      counter: fc.nat(2),
      minimum: fc.constantFrom(1, 2, 5, 3001),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('new mode' as const, 'new counter' as const),
      at: fc.nat(1),
    }),
  },
);

type Report = typeof report extends fc.Arbitrary<infer T> ? T : never;
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
type Modelled = { mode: string | undefined; attack: number; counts: number[] };
type Model = {
  players: Map<string, Modelled>;
  names: string[];
  minimums: number[];
  clock: number;
};

it('the lists of modes and counters always equal a plain sort', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 50 }), async (changes) => {
      const model = await begin();
      for (const one of changes) await apply(one, model);
      expect(await findMiscounts(test.deps.db)).toEqual([]);
      expect(await findMisplaced(test.deps.db)).toEqual([]);
      await expectLists(model);
      await expectPlayers(model);
    }),
    { numRuns: engine === 'postgres' ? sized(8, 40) : sized(3, 12) },
  );
});

async function begin(): Promise<Model> {
  await test.deps.db.deleteFrom('players').execute();
  for (const at of counterKeys.keys()) await setMinimum(at, 1);
  return {
    players: new Map(),
    names: Array.from({ length: mostPlayers }, (_, at) => `Player ${at}`),
    minimums: [1, 1, 1],
    clock: Date.UTC(2026, 0, 1),
  };
}

const setMinimum = (at: number, minimum: number) =>
  counters.update(test.deps, actor, {
    id: counterIds[at] ?? 0,
    draft: { ...counterOf(at), minimum },
  });

async function apply(one: Change, model: Model): Promise<void> {
  if (one.kind === 'report') return send(one.report, model);
  if (one.kind === 'reports at once') {
    await Promise.all(one.reports.map((report) => send(report, model)));
    return;
  }
  if (one.kind === 'minimum') {
    await setMinimum(one.counter, one.minimum);
    model.minimums[one.counter] = one.minimum;
    return;
  }
  if ('at' in one) return (one.kind === 'new mode' ? replaceMode : replaceCounter)(one.at, model);
  return changePlayer(one, model);
}

async function send(given: Report, model: Model): Promise<void> {
  const name = model.names[given.who] ?? '';
  model.clock += 1000;
  const known = model.players.get(name);
  const named = given.counts.flatMap((one, at) =>
    one === undefined ? [] : [[counterKeys[at] ?? '', one] as const],
  );
  const isRejected = !given.reset && given.attack < (known?.attack ?? 0);
  if (!isRejected) {
    const key = given.mode?.toLowerCase() ?? '';
    const mode = modeKeys.includes(key) ? key : undefined;
    const counts = given.counts.map((one, at) => {
      const before = known?.counts[at] ?? 0;
      return given.reset ? (one ?? before) : Math.max(one ?? 0, before);
    });
    const next = given.mode === undefined ? known?.mode : mode;
    model.players.set(name, { mode: next, attack: given.attack, counts });
  }
  const [result] = await ingestStats(test.deps, {
    reports: [
      {
        name,
        observedAt: new Date(model.clock),
        xpTenths: [given.attack],
        counts: Object.fromEntries(named),
        reset: given.reset,
        ...(given.mode !== undefined && { mode: given.mode }),
      },
    ],
    resetBy: actor,
  });
  expect(result?.status === 'rejected').toBe(isRejected);
}

async function changePlayer(
  { kind, who: at }: { kind: 'delete' | 'rename' | 'reset'; who: number },
  model: Model,
): Promise<void> {
  const name = model.names[at] ?? '';
  const player = model.players.get(name);
  if (!player) return;
  if (kind === 'delete') {
    await test.deps.db.deleteFrom('players').where('name', '=', name).execute();
    model.players.delete(name);
  } else if (kind === 'rename') {
    const next = `Renamed ${at}`;
    if (next === name) return;
    await test.deps.db.transaction().execute((trx) => renamePlayer(trx, name.toLowerCase(), next));
    model.names[at] = next;
    model.players.delete(name);
    model.players.set(next, player);
  } else {
    await resetPlayerHiscores(test.deps, actor, name);
    model.players.set(name, { mode: undefined, attack: 0, counts: [0, 0, 0] });
    // Reports from before the reset are stale.
    model.clock = Math.max(model.clock, Date.now());
  }
}

/** Deletes the mode, so its players have none, and adds it again. */
async function replaceMode(at: number, model: Model): Promise<void> {
  const key = modeKeys[at] ?? '';
  const row = test.deps.db.selectFrom('game_modes').select('id').where('key', '=', key);
  await gameModes.remove(test.deps, actor, (await row.executeTakeFirstOrThrow()).id);
  await addMode(key);
  for (const player of model.players.values()) if (player.mode === key) player.mode = undefined;
}

/** Deletes the counter with its counts, and adds it again. */
async function replaceCounter(at: number, model: Model): Promise<void> {
  await counters.remove(test.deps, actor, counterIds[at] ?? 0);
  counterIds[at] = await addCounter(at);
  model.minimums[at] = 1;
  for (const player of model.players.values()) player.counts[at] = 0;
}

const places = [-1, 0, 1, 2];
const modes = [undefined, ...modeKeys];

/** -1 is Attack. */
function valueOf(player: Modelled, place: number): number {
  return place < 0 ? player.attack / 10 : (player.counts[place] ?? 0);
}

/** Highest first. */
function sortBy(model: Model, place: number, mode: string | undefined) {
  const least = place < 0 ? 0.1 : (model.minimums[place] ?? 1);
  return [...model.players]
    .filter(([, player]) => mode === undefined || player.mode === mode)
    .map(([name, player]) => ({ name, value: valueOf(player, place) }))
    .filter(({ value }) => value >= least)
    .toSorted((a, b) => b.value - a.value);
}

async function expectLists(model: Model): Promise<void> {
  for (const mode of modes) {
    for (const place of places) {
      const skill = counterNames[place] ?? 'Attack';
      const sorted = sortBy(model, place, mode);
      const rows = await readRows(skill, mode, sorted.length);
      expect(rows.map(({ experience }) => experience)).toEqual(sorted.map(({ value }) => value));
      const ranks = sorted.map(({ value }, at) =>
        place < 0 ? at + 1 : sorted.findIndex((other) => other.value === value) + 1,
      );
      expect(rows.map(({ rank }) => rank)).toEqual(ranks);
      expect(rows.map(({ username }) => username).toSorted()).toEqual(
        sorted.map(({ name }) => name).toSorted(),
      );
      for (const row of rows) expect(row.mode).toBe(model.players.get(row.username)?.mode);
    }
  }
}

async function readRows(
  skill: string,
  mode: string | undefined,
  total: number,
): Promise<HiscoresRow[]> {
  const rows: HiscoresRow[] = [];
  for (let page = 1; page <= Math.ceil(total / 25) + 1; page += 1) {
    const list = await getHiscoresPage(test.deps, { skill, page, mode });
    expect(list).toMatchObject({ skill, total });
    expect(list.mode).toBe(mode);
    rows.push(...list.players);
  }
  return rows;
}

async function expectPlayers(model: Model): Promise<void> {
  for (const [name, { mode, counts }] of model.players) {
    const record = await getPlayerHiscores(test.deps, name, undefined);
    expect(record.mode).toBe(mode);
    // A new one comes last.
    const byName = new Map(record.counters?.map((one) => [one.name, one]));
    expect(counterNames.map((counter) => byName.get(counter))).toEqual(
      counterNames.map((counter, place) => {
        const rankIn = (list: string | undefined) => {
          const sorted = sortBy(model, place, list);
          const at = sorted.findIndex(({ value }) => value === counts[place]);
          return sorted.some((one) => one.name === name) ? at + 1 : null;
        };
        return {
          name: counter,
          group: 'Bosses',
          score: counts[place],
          rank: rankIn(undefined),
          ...(mode && { modeRank: rankIn(mode) }),
        };
      }),
    );
  }
}
