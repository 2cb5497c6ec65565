import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { ManagedMode, ModeDraft } from '#shared/endpoints/hiscore-lists.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import { modeLimits } from '#shared/rules/hiscores.ts';

import * as queries from './edit-lists.db.ts';
import { findModes } from './lists.db.ts';

type ListDeps = Pick<Deps, 'db' | 'live'>;

export async function listManagedModes({
  db,
}: Pick<Deps, 'db'>): Promise<{ modes: ManagedMode[] }> {
  const listed = await queries.countListed(db);
  const modes = await findModes(db);
  return { modes: modes.map((mode) => ({ ...mode, players: listed.get(mode.id << 8) ?? 0 })) };
}

export function createMode(deps: ListDeps, actor: Actor, draft: ModeDraft): Promise<ManagedMode> {
  return change(deps, actor, 'site', async (trx, audit) => {
    await queries.lockLists(trx);
    const modes = await findModes(trx);
    if (modes.length >= modeLimits.most) {
      throw new AppError('request/invalid', `There can be at most ${modeLimits.most} game modes.`);
    }
    assertFree(modes, draft);
    const { id, position } = await queries.findFreePlace(trx, 'game_modes', 1);
    await queries.insertMode(trx, { ...draft, id, position });
    await queries.deleteUnknown(trx, { kind: 'mode', key: draft.key });
    audit('hiscores/mode-created', id, { after: draft });
    return getMode(trx, id);
  });
}

export function updateMode(
  deps: ListDeps,
  actor: Actor,
  id: number,
  draft: ModeDraft,
): Promise<ManagedMode> {
  return change(deps, actor, 'site', async (trx, audit) => {
    await queries.lockLists(trx);
    const before = await getMode(trx, id);
    const modes = await findModes(trx);
    assertFree(
      modes.filter((mode) => mode.id !== id),
      draft,
    );
    await queries.updateMode(trx, id, draft);
    await queries.deleteUnknown(trx, { kind: 'mode', key: draft.key });
    audit('hiscores/mode-changed', id, findChanges(before, draft, ['name']));
    return getMode(trx, id);
  });
}

export async function deleteMode(deps: ListDeps, actor: Actor, id: number): Promise<void> {
  await change(deps, actor, ['site', 'hiscores'], async (trx, audit) => {
    await queries.lockLists(trx);
    const before = await getMode(trx, id);
    await queries.deleteMode(trx, id);
    audit('hiscores/mode-deleted', id, { before });
  });
}

export function reorderModes(deps: ListDeps, actor: Actor, ids: readonly number[]) {
  return change(deps, actor, 'site', async (trx, audit) => {
    const modes = await findModes(trx);
    for (const [at, { id }] of sortByIds(modes, ids).entries()) {
      await queries.updateMode(trx, id, { position: at + 1 });
    }
    const before = modes.map(({ key }) => key);
    const answer = await listManagedModes({ db: trx });
    audit('hiscores/modes-reordered', 'modes', {
      before,
      after: answer.modes.map(({ key }) => key),
    });
    return answer;
  });
}

/** Rows that are not in `ids` keep their order, after the others. */
export function sortByIds<Row extends { id: number }>(
  rows: readonly Row[],
  ids: readonly number[],
): Row[] {
  const placeOf = ({ id }: Row) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

async function getMode(db: Db, id: number): Promise<ManagedMode> {
  const { modes } = await listManagedModes({ db });
  const mode = modes.find((one) => one.id === id);
  if (!mode) throw new AppError('request/not-found', 'This game mode does not exist any more.');
  return mode;
}

type Named = { key: string; name: string };

function assertFree(others: readonly Named[], { key, name }: Named): void {
  if (others.some((other) => other.key === key)) {
    throw invalidField('key', 'There is already a game mode with this key.');
  }
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
    throw invalidField('name', 'There is already a game mode with this name.');
  }
}
