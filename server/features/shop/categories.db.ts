import { sql } from 'kysely';

import { hasRow, insertRow, updatePositions } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';

export type CategoryRow = Awaited<ReturnType<typeof findCategories>>[number];

export function findCategories(db: Db) {
  return db
    .selectFrom('shop_categories')
    .select(['id', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function hasCategory(db: Db, id: number): Promise<boolean> {
  return hasRow(db, 'shop_categories', sql`id = ${id}`);
}

/** Locks out other writers, so that the limit on their number holds. */
export async function lockCategories(db: Db): Promise<CategoryRow[]> {
  await sql`lock table shop_categories in share row exclusive mode`.execute(db);
  return findCategories(db);
}

export function insertCategory(db: Db, name: string, position: number): Promise<number> {
  return insertRow(db, 'shop_categories', { name, position });
}

export async function updateCategoryName(db: Db, id: number, name: string): Promise<void> {
  await db.updateTable('shop_categories').set({ name }).where('id', '=', id).execute();
}

/** Categories that are not in `ids` keep their order, after the others. */
export function updateCategoryPositions(db: Db, ids: readonly number[]): Promise<void> {
  return updatePositions(db, 'shop_categories', ids);
}

export async function deleteCategory(db: Db, id: number): Promise<void> {
  await db.deleteFrom('shop_categories').where('id', '=', id).execute();
}
