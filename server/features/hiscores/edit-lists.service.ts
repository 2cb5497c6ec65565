import type { Db, Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import type {
  CounterDraft,
  ModeDraft,
  ReportKind,
  UnknownReport,
} from '#shared/endpoints/hiscore-lists.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import type { LiveTopic } from '#shared/pages.ts';
import { counterLimits, modeLimits } from '#shared/rules/hiscores.ts';

import * as queries from './edit-lists.db.ts';
import { findCounters, findModes } from './lists.db.ts';
import type { Counter, GameMode } from './lists.service.ts';
import { findSkills } from './skills.db.ts';
import { namesOfLists } from './skills.service.ts';

type ListDeps = Pick<Deps, 'db' | 'live'>;

type Named = { key: string; name: string };

/** Where game modes and counters differ. */
type Kind<Row, Draft> = {
  kind: ReportKind;
  label: string;
  most: number;
  /** A name must differ from those of these kinds. */
  sharesNamesWith: string;
  findNames: (trx: Trx) => Promise<string[]>;
  find: (db: Db) => Promise<Row[]>;
  /** The number of the list that counts the players. */
  listOf: (id: number) => number;
  insert: (trx: Trx, draft: Draft) => Promise<number>;
  update: (trx: Trx, before: Row, draft: Draft) => Promise<void>;
  move: (trx: Trx, id: number, position: number) => Promise<void>;
  remove: (trx: Trx, id: number) => Promise<void>;
  updateTopics: LiveTopic[];
};

function editorOf<Row extends Named & { id: number }, Draft extends Named>({
  kind,
  label,
  ...given
}: Kind<Row, Draft>) {
  async function list({ db }: { db: Db }) {
    const listed = await queries.countListed(db);
    const rows = await given.find(db);
    return rows.map((row) => ({ ...row, players: listed.get(given.listOf(row.id)) ?? 0 }));
  }

  async function get(db: Db, id: number) {
    const row = (await list({ db })).find((one) => one.id === id);
    if (!row) throw new AppError('request/not-found', `This ${label} does not exist any more.`);
    return row;
  }

  async function findProblem(trx: Trx, draft: Named, ownId?: number) {
    const others = (await given.find(trx)).filter(({ id }) => id !== ownId);
    if (ownId === undefined && others.length >= given.most) {
      return new AppError('request/invalid', `There can be at most ${given.most} ${label}s.`);
    }
    if (others.some(({ key }) => key === draft.key)) {
      return invalidField('key', `There is already a ${label} with this key.`);
    }
    const names = [...(await given.findNames(trx)), ...others.map(({ name }) => name)];
    if (names.some((name) => name.toLowerCase() === draft.name.toLowerCase())) {
      return invalidField('name', `There is already a ${given.sharesNamesWith} with this name.`);
    }
    return undefined;
  }

  /** The game's reports of it are no longer unknown. */
  async function add(trx: Trx, draft: Draft): Promise<number> {
    const id = await given.insert(trx, draft);
    await queries.deleteUnknown(trx, { kind, key: draft.key });
    return id;
  }

  function create(deps: ListDeps, actor: Actor, draft: Draft) {
    return change(deps, actor, 'site', async (trx, audit) => {
      await queries.lockLists(trx);
      const problem = await findProblem(trx, draft);
      if (problem) throw problem;
      const id = await add(trx, draft);
      audit(`hiscores/${kind}-created`, id, { after: draft });
      return get(trx, id);
    });
  }

  function update(deps: ListDeps, actor: Actor, { id, draft }: { id: number; draft: Draft }) {
    return change(deps, actor, given.updateTopics, async (trx, audit) => {
      await queries.lockLists(trx);
      const before = await get(trx, id);
      const problem = await findProblem(trx, draft, id);
      if (problem) throw problem;
      await given.update(trx, before, draft);
      await queries.deleteUnknown(trx, { kind, key: draft.key });
      audit(`hiscores/${kind}-changed`, id, findChanges(before, draft, ['name']));
      return get(trx, id);
    });
  }

  async function remove(deps: ListDeps, actor: Actor, id: number): Promise<void> {
    await change(deps, actor, ['site', 'hiscores'], async (trx, audit) => {
      await queries.lockLists(trx);
      const before = await get(trx, id);
      await given.remove(trx, id);
      audit(`hiscores/${kind}-deleted`, id, { before });
    });
  }

  function reorder(deps: ListDeps, actor: Actor, ids: readonly number[]) {
    return change(deps, actor, 'site', async (trx, audit) => {
      const rows = await given.find(trx);
      for (const [at, { id }] of sortByIds(rows, ids).entries()) await given.move(trx, id, at + 1);
      const before = rows.map(({ key }) => key);
      const sorted = await list({ db: trx });
      const after = sorted.map(({ key }) => key);
      audit(`hiscores/${kind}s-reordered`, `${kind}s`, { before, after });
      return sorted;
    });
  }

  return { list, create, update, remove, reorder, findProblem, add };
}

/** Rows that are not in `ids` keep their order, after the others. */
function sortByIds<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]) {
  const placeOf = ({ id }: Row) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export const modes = editorOf<GameMode, ModeDraft>({
  kind: 'mode',
  label: 'game mode',
  most: modeLimits.most,
  sharesNamesWith: 'game mode',
  findNames: async () => [],
  find: findModes,
  listOf: (id) => id << 8,
  insert: async (trx, draft) => {
    const place = await queries.findFreePlace(trx, 'game_modes', 1);
    await queries.insertMode(trx, { ...draft, ...place });
    return place.id;
  },
  update: (trx, { id }, draft) => queries.updateMode(trx, id, draft),
  move: (trx, id, position) => queries.updateMode(trx, id, { position }),
  remove: queries.deleteMode,
  updateTopics: ['site'],
});

/** A counter and a skill cannot have the same name: addresses and calls name a list by it. */
export const counters = editorOf<Counter, CounterDraft>({
  kind: 'counter',
  label: 'counter',
  most: counterLimits.most,
  sharesNamesWith: 'skill or counter',
  findNames: async (trx) => namesOfLists(await findSkills(trx)),
  find: findCounters,
  listOf: (id) => id,
  insert: async (trx, draft) => {
    const place = await queries.findFreePlace(trx, 'counters', counterLimits.firstId);
    await queries.insertCounter(trx, { ...toColumns(draft), ...place });
    return place.id;
  },
  update: async (trx, { id, minimum }, draft) => {
    await queries.updateCounter(trx, id, toColumns(draft));
    if (draft.minimum !== minimum) await queries.applyMinimum(trx, { ...draft, id });
  },
  move: (trx, id, position) => queries.updateCounter(trx, id, { position }),
  remove: queries.deleteCounter,
  updateTopics: ['site', 'hiscores'],
});

function toColumns({ key, name, group, icon, minimum }: CounterDraft) {
  return { key, name, group_name: group, icon, minimum };
}

type Sent = Pick<CounterDraft, 'key' | 'name' | 'group'>;

/** Adds those that a game has and the site does not know. Never changes what the owner may have changed. */
export async function receiveCounters(
  deps: ListDeps,
  actor: Actor,
  sent: readonly Sent[],
): Promise<Sent[]> {
  const known = new Set((await findCounters(deps.db)).map(({ key }) => key));
  if (sent.some(({ key }) => !known.has(key))) {
    await change(deps, actor, ['site', 'admin'], async (trx, audit) => {
      await queries.lockLists(trx);
      for (const { key, name, group } of sent) {
        const draft: CounterDraft = { key, name, group, icon: 'star', minimum: 1 };
        if (await counters.findProblem(trx, draft)) continue;
        audit('hiscores/counter-created', await counters.add(trx, draft), { after: draft });
      }
    });
  }
  return findCounters(deps.db);
}

/** Modes and counters that games report and the site does not have. */
export async function listUnknownReports({ db }: { db: Db }): Promise<UnknownReport[]> {
  return (await queries.findUnknown(db)).map(withIsoDates);
}

export async function dismissUnknownReport(
  deps: ListDeps,
  actor: Actor,
  report: Pick<UnknownReport, 'kind' | 'key'>,
): Promise<void> {
  await change(deps, actor, 'admin', async (trx, audit) => {
    if (!(await queries.deleteUnknown(trx, report))) return;
    audit(`hiscores/unknown-${report.kind}-dismissed`, report.key);
  });
}
