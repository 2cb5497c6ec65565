import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { Work } from '#server/lib/data/change.ts';
import { saleLimits } from '#shared/endpoints/sales.ts';
import type { ShopCategory } from '#shared/endpoints/sales.ts';
import { AppError } from '#shared/errors.ts';

import * as queries from './categories.db.ts';
import type { CategoryRow } from './categories.db.ts';

type CategoryDeps = Pick<Deps, 'db' | 'live'>;

export async function listShopCategories({ db }: { db: Db }): Promise<ShopCategory[]> {
  return (await queries.findCategories(db)).map(({ id, name }) => ({ id: String(id), name }));
}

export function createShopCategory(deps: CategoryDeps, actor: Actor, name: string) {
  return changeCategories(deps, actor, async (trx, audit) => {
    const before = await queries.lockCategories(trx);
    if (before.length >= saleLimits.categories) {
      const text = `There can be at most ${saleLimits.categories} categories.`;
      throw new AppError('request/invalid', text);
    }
    const id = await queries.insertCategory(trx, name, before.length + 1);
    audit('shop/category-created', id, { after: { name } });
  });
}

export function renameShopCategory(
  deps: CategoryDeps,
  actor: Actor,
  { id, name }: { id: number; name: string },
) {
  return changeCategories(deps, actor, async (trx, audit) => {
    const before = getCategory(await queries.lockCategories(trx), id);
    if (before.name === name) return;
    await queries.updateCategoryName(trx, id, name);
    audit('shop/category-renamed', id, { before: { name: before.name }, after: { name } });
  });
}

export function deleteShopCategory(deps: CategoryDeps, actor: Actor, id: number) {
  return changeCategories(deps, actor, async (trx, audit) => {
    const { name } = getCategory(await queries.lockCategories(trx), id);
    await queries.deleteCategory(trx, id);
    audit('shop/category-deleted', id, { before: { name } });
  });
}

/** Categories that are not listed keep their order, after the listed ones. */
export function reorderShopCategories(deps: CategoryDeps, actor: Actor, ids: readonly number[]) {
  return changeCategories(deps, actor, async (trx, audit) => {
    const before = (await queries.lockCategories(trx)).map(({ id }) => id);
    const after = [...new Set([...ids.filter((id) => before.includes(id)), ...before])];
    await queries.updateCategoryPositions(trx, after);
    if (before.join() !== after.join())
      audit('shop/categories-reordered', 'store', { before, after });
  });
}

/** Returns all categories afterwards. */
function changeCategories(
  deps: CategoryDeps,
  actor: Actor,
  work: Work<void>,
): Promise<ShopCategory[]> {
  return change(deps, actor, 'shop', async (trx, audit) => {
    await work(trx, audit);
    return listShopCategories({ db: trx });
  });
}

function getCategory(categories: CategoryRow[], id: number): CategoryRow {
  const category = categories.find((one) => one.id === id);
  if (!category) throw new AppError('request/not-found', 'There is no such category.');
  return category;
}
