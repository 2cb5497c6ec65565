import type { Db } from '#server/db/schema.ts';

export async function updatePlayerName(
  db: Db,
  oldKey: string,
  { name, nameKey }: { name: string; nameKey: string },
): Promise<void> {
  await db
    .updateTable('players')
    .set({ name, name_key: nameKey })
    .where('name_key', '=', oldKey)
    .execute();
}
