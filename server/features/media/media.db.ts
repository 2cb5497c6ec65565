import type { Db } from '#server/db/schema.ts';

export type StoredPicture = { hash: string; width: number; height: number; widths: number[] };

/** False if the picture was already stored. */
export async function insertPicture(
  db: Db,
  picture: StoredPicture,
  accountId: number | null,
): Promise<boolean> {
  const inserted = await db
    .insertInto('media')
    .values({ ...picture, created_by: accountId })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findPictureRow(db: Db, hash: string): Promise<StoredPicture | undefined> {
  return db
    .selectFrom('media')
    .select(['hash', 'width', 'height', 'widths'])
    .where('hash', '=', hash)
    .executeTakeFirst();
}

export function findPictureRows(db: Db, hashes: readonly string[]): Promise<StoredPicture[]> {
  return db
    .selectFrom('media')
    .select(['hash', 'width', 'height', 'widths'])
    .where('hash', 'in', hashes)
    .execute();
}

export async function deletePictures(db: Db, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('media').where('hash', 'in', hashes).execute();
}

export function findPicturesOf(db: Db, accountId: number): Promise<{ hash: string }[]> {
  return db
    .selectFrom('media')
    .select('hash')
    .where('created_by', '=', accountId)
    .orderBy('hash')
    .execute();
}
