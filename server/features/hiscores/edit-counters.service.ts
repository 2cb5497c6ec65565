import type { Db, Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { CounterDraft, ManagedCounter } from '#shared/endpoints/hiscore-lists.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import { counterLimits } from '#shared/rules/hiscores.ts';

import * as queries from './edit-lists.db.ts';
import { sortByIds } from './edit-modes.service.ts';
import { findCounters } from './lists.db.ts';
import { findSkills } from './skills.db.ts';
import { namesOfLists } from './skills.service.ts';

type ListDeps = Pick<Deps, 'db' | 'live'>;

export async function listManagedCounters({
  db,
}: Pick<Deps, 'db'>): Promise<{ counters: ManagedCounter[] }> {
  const listed = await queries.countListed(db);
  const counters = await findCounters(db);
  return { counters: counters.map((one) => ({ ...one, players: listed.get(one.id) ?? 0 })) };
}

export function createCounter(
  deps: ListDeps,
  actor: Actor,
  draft: CounterDraft,
): Promise<ManagedCounter> {
  return change(deps, actor, 'site', async (trx, audit) => {
    await queries.lockLists(trx);
    const problem = await findProblem(trx, draft);
    if (problem) throw problem;
    const id = await addCounter(trx, draft);
    audit('hiscores/counter-created', id, { after: draft });
    return getCounter(trx, id);
  });
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
        if (await findProblem(trx, draft)) continue;
        audit('hiscores/counter-created', await addCounter(trx, draft), { after: draft });
      }
    });
  }
  return findCounters(deps.db);
}

export function updateCounter(
  deps: ListDeps,
  actor: Actor,
  id: number,
  draft: CounterDraft,
): Promise<ManagedCounter> {
  return change(deps, actor, ['site', 'hiscores'], async (trx, audit) => {
    await queries.lockLists(trx);
    const before = await getCounter(trx, id);
    const problem = await findProblem(trx, draft, id);
    if (problem) throw problem;
    await queries.updateCounter(trx, id, toColumns(draft));
    await queries.deleteUnknown(trx, { kind: 'counter', key: draft.key });
    if (draft.minimum !== before.minimum) await queries.applyMinimum(trx, { ...draft, id });
    audit('hiscores/counter-changed', id, findChanges(before, draft, ['name']));
    return getCounter(trx, id);
  });
}

export async function deleteCounter(deps: ListDeps, actor: Actor, id: number): Promise<void> {
  await change(deps, actor, ['site', 'hiscores'], async (trx, audit) => {
    await queries.lockLists(trx);
    const before = await getCounter(trx, id);
    await queries.deleteCounter(trx, id);
    audit('hiscores/counter-deleted', id, { before });
  });
}

export function reorderCounters(deps: ListDeps, actor: Actor, ids: readonly number[]) {
  return change(deps, actor, 'site', async (trx, audit) => {
    const counters = await findCounters(trx);
    for (const [at, { id }] of sortByIds(counters, ids).entries()) {
      await queries.updateCounter(trx, id, { position: at + 1 });
    }
    const before = counters.map(({ key }) => key);
    const answer = await listManagedCounters({ db: trx });
    const after = answer.counters.map(({ key }) => key);
    audit('hiscores/counters-reordered', 'counters', { before, after });
    return answer;
  });
}

async function addCounter(trx: Trx, draft: CounterDraft): Promise<number> {
  const { id, position } = await queries.findFreePlace(trx, 'counters', counterLimits.firstId);
  await queries.insertCounter(trx, { ...toColumns(draft), id, position });
  await queries.deleteUnknown(trx, { kind: 'counter', key: draft.key });
  return id;
}

/** A counter and a skill cannot have the same name: addresses and calls name a list by it. */
async function findProblem(
  trx: Trx,
  { key, name }: Pick<CounterDraft, 'key' | 'name'>,
  ownId?: number,
): Promise<AppError | undefined> {
  const others = (await findCounters(trx)).filter(({ id }) => id !== ownId);
  if (ownId === undefined && others.length >= counterLimits.most) {
    return new AppError('request/invalid', `There can be at most ${counterLimits.most} counters.`);
  }
  if (others.some((other) => other.key === key)) {
    return invalidField('key', 'There is already a counter with this key.');
  }
  const names = [...namesOfLists(await findSkills(trx)), ...others.map((other) => other.name)];
  if (names.some((one) => one.toLowerCase() === name.toLowerCase())) {
    return invalidField('name', 'There is already a skill or counter with this name.');
  }
  return undefined;
}

async function getCounter(db: Db, id: number): Promise<ManagedCounter> {
  const { counters } = await listManagedCounters({ db });
  const counter = counters.find((one) => one.id === id);
  if (!counter) throw new AppError('request/not-found', 'This counter does not exist any more.');
  return counter;
}

function toColumns({ key, name, group, icon, minimum }: CounterDraft) {
  return { key, name, group_name: group, icon, minimum };
}
