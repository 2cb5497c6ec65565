import { sql } from 'kysely';
import type { Insertable } from 'kysely';

import type { Db, Schema } from '#server/db/schema.ts';
import type { LabelListName } from '#shared/rules/labels.ts';

export type LabelRow = Awaited<ReturnType<typeof findLabels>>[number];

export function findLabels(db: Db, list: LabelListName) {
  return db
    .selectFrom('labels')
    .select(['key', 'name', 'icon', 'tone', 'is_hidden as isHidden'])
    .select(countUses(list).as('uses'))
    .where('list', '=', list)
    .orderBy('position')
    .execute();
}

/** Deleted events count until they are gone: calendars still receive their cancellation. */
function countUses(list: LabelListName) {
  return list === 'news'
    ? sql<number>`(select count(*) from news_posts where category = labels.key)`
    : sql<number>`((select count(*) from events where type = labels.key)
        + (select count(*) from event_series as series where type = labels.key and not exists (
          select from events where series_id = series.id and events.type = labels.key)))`;
}

/** Waits for posts and events being written. Read the list in a later statement, which sees what they wrote. */
export async function lockLabels(trx: Db, list: LabelListName): Promise<void> {
  await sql`select from labels where list = ${list} order by key for update`.execute(trx);
}

/** The lock keeps the label from being deleted before the post or event that gets it is written. */
export function lockLabel(trx: Db, list: LabelListName, key: string) {
  return trx
    .selectFrom('labels')
    .select(['name', 'is_hidden as isHidden'])
    .where('list', '=', list)
    .where('key', '=', key)
    .forKeyShare()
    .executeTakeFirst();
}

export async function findFirstVisibleKey(db: Db, list: LabelListName): Promise<string> {
  const { key } = await db
    .selectFrom('labels')
    .select('key')
    .where('list', '=', list)
    .where('is_hidden', '=', false)
    .orderBy('position')
    .limit(1)
    .executeTakeFirstOrThrow();
  return key;
}

export async function deleteLabels(trx: Db, list: LabelListName, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await trx.deleteFrom('labels').where('list', '=', list).where('key', 'in', keys).execute();
}

export async function upsertLabels(
  trx: Db,
  labels: readonly Insertable<Schema['labels']>[],
): Promise<void> {
  await trx
    .insertInto('labels')
    .values(labels)
    .onConflict((conflict) =>
      conflict.columns(['list', 'key']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        name_key: row.ref('excluded.name_key'),
        icon: row.ref('excluded.icon'),
        tone: row.ref('excluded.tone'),
        position: row.ref('excluded.position'),
        is_hidden: row.ref('excluded.is_hidden'),
      })),
    )
    .execute();
}
