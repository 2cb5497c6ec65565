import { toColumns } from '#server/db/columns.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { Work } from '#server/lib/data/change.ts';
import { getSetting, setSetting } from '#server/lib/data/settings.ts';
import { voteLimits } from '#shared/endpoints/votes.ts';
import type { ManagedVoteList, VoteListDraft, VoteRules } from '#shared/endpoints/votes.ts';
import { AppError, invalidField } from '#shared/errors.ts';

import { callbackPathOf, createSecret } from './callback-secret.ts';
import * as queries from './lists.db.ts';
import type { ListRow } from './lists.db.ts';
import { listNotFound } from './votes.service.ts';
import { voteRules } from './votes.settings.ts';

type ListDeps = Pick<Deps, 'db' | 'live' | 'config'>;

const chartDays = 30;

export async function listManagedVoteLists(deps: ListDeps) {
  const { db } = deps;
  const lists = await queries.findLists(db);
  const votes = await queries.countVotesByList(db, chartDays);
  return {
    lists: lists.map((list) => ({
      ...toManaged(deps, list),
      votes30Days: votes.get(list.id) ?? 0,
    })),
    rules: await getSetting(deps, voteRules),
    items: await queries.findItems(db),
    days: await queries.countDays(db, chartDays),
  };
}

export function createVoteList(
  deps: ListDeps,
  actor: Actor,
  draft: VoteListDraft,
): Promise<ManagedVoteList> {
  return changeLists(deps, actor, async (trx, audit) => {
    if ((await queries.lockLists(trx)) >= voteLimits.lists) {
      throw new AppError('request/invalid', `There can be at most ${voteLimits.lists} lists.`);
    }
    await assertItem(trx, draft.shopItemId);
    const id = await queries.insertList(trx, { ...toColumns(draft), secret: createSecret(deps) });
    audit('votes/list-created', id, { after: draft });
    return toManaged(deps, await getList(trx, id));
  });
}

export function updateVoteList(
  deps: ListDeps,
  actor: Actor,
  edit: { id: number; draft: VoteListDraft; version?: number | undefined },
): Promise<ManagedVoteList> {
  const { id, draft, version } = edit;
  return changeLists(deps, actor, async (trx, audit) => {
    const before = await lockList(trx, id);
    if (version !== undefined && version !== before.version) {
      const text =
        'Someone else changed this list while you were editing. Cancel, check the changes and try again.';
      throw new AppError('admin/outdated', text);
    }
    if (draft.shopItemId !== before.shopItemId) await assertItem(trx, draft.shopItemId);
    await queries.updateList(trx, id, toColumns(draft));
    const after = await getList(trx, id);
    audit('votes/list-changed', id, findChanges(pickDraft(before), pickDraft(after), ['name']));
    return toManaged(deps, after);
  });
}

export async function deleteVoteList(deps: ListDeps, actor: Actor, id: number): Promise<void> {
  await changeLists(deps, actor, async (trx, audit) => {
    const before = await lockList(trx, id);
    await queries.deleteList(trx, id);
    audit('votes/list-deleted', id, { before: pickDraft(before) });
  });
}

export function renewVoteSecret(
  deps: ListDeps,
  actor: Actor,
  id: number,
): Promise<ManagedVoteList> {
  return changeLists(deps, actor, async (trx, audit) => {
    const { name } = await lockList(trx, id);
    await queries.updateList(trx, id, { secret: createSecret(deps) });
    // The secret itself is never logged.
    audit('votes/secret-renewed', id, { after: { name } });
    return toManaged(deps, await getList(trx, id));
  });
}

export async function updateVoteRules(
  deps: ListDeps,
  actor: Actor,
  rules: VoteRules,
): Promise<VoteRules> {
  const before = await getSetting(deps, voteRules);
  return changeLists(deps, actor, async (trx, audit) => {
    if (rules.shopItemId !== before.shopItemId) await assertItem(trx, rules.shopItemId);
    await setSetting({ db: trx, live: deps.live }, voteRules, { value: rules, by: actor.id });
    audit('votes/rules-changed', 'rules', findChanges(before, rules));
    return rules;
  });
}

/** The header shows the link to /vote if a list is on, so every page learns of it. */
function changeLists<T>(deps: ListDeps, actor: Actor, work: Work<T>): Promise<T> {
  return change(deps, actor, ['votes', 'site', 'admin'], work);
}

async function assertItem(db: Db, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const items = await queries.findItems(db);
  if (!items.some((item) => item.id === id)) {
    throw invalidField('shopItemId', 'Choose an item of the store.');
  }
}

async function lockList(db: Db, id: number): Promise<ListRow> {
  await queries.lockList(db, id);
  return getList(db, id);
}

async function getList(db: Db, id: number): Promise<ListRow> {
  const list = await queries.findList(db, id);
  if (!list) throw listNotFound();
  return list;
}

function pickDraft(row: ListRow): VoteListDraft {
  const { id: _id, secret: _secret, version: _version, itemName: _item, ...draft } = row;
  return draft;
}

function toManaged(deps: Pick<Deps, 'config'>, list: ListRow): ManagedVoteList {
  const { id, version, itemName } = list;
  const path = callbackPathOf(deps, list);
  const callbackUrl = path ? deps.config.siteUrl + path : '';
  return { ...pickDraft(list), id, version, itemName, callbackUrl, votes30Days: 0 };
}
