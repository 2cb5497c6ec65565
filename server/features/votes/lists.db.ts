import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';

import { countRows, hasRow, insertRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';

export type ListRow = Awaited<ReturnType<typeof findLists>>[number];
export type NewList = Omit<Insertable<Schema['vote_lists']>, 'position' | 'version'>;

function selectLists(db: Db) {
  return db
    .selectFrom('vote_lists as list')
    .leftJoin('shop_items as item', 'item.id', 'list.shop_item_id')
    .select([
      'list.id',
      'list.name',
      'list.link',
      'list.token_parameter as tokenParameter',
      'list.success_parameter as successParameter',
      'list.success_value as successValue',
      'list.token_alphabet as tokenAlphabet',
      'list.token_length as tokenLength',
      'list.interval_hours as intervalHours',
      'list.method',
      'list.senders',
      'list.coins',
      'list.shop_item_id as shopItemId',
      'list.is_on as isOn',
      'list.secret',
      'list.version',
      'item.name as itemName',
    ]);
}

export function findLists(db: Db) {
  return selectLists(db).orderBy('list.position').orderBy('list.id').execute();
}

export function findList(db: Db, id: number) {
  return selectLists(db).where('list.id', '=', id).executeTakeFirst();
}

/** Locks out other writers, so that the limit on the number of lists holds. */
export async function lockLists(db: Db): Promise<number> {
  await sql`lock table vote_lists in share row exclusive mode`.execute(db);
  return countRows(db, 'vote_lists');
}

export async function lockList(db: Db, id: number): Promise<void> {
  await db.selectFrom('vote_lists').select('id').where('id', '=', id).forUpdate().execute();
}

export function insertList(db: Db, list: NewList): Promise<number> {
  return insertRow(db, 'vote_lists', {
    ...list,
    position: sql<number>`(select coalesce(max(position), 0) + 1 from vote_lists)`,
  });
}

export async function updateList(
  db: Db,
  id: number,
  values: Updateable<Schema['vote_lists']>,
): Promise<void> {
  await db
    .updateTable('vote_lists')
    .set((row) => ({ ...values, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteList(db: Db, id: number): Promise<void> {
  await db.deleteFrom('vote_lists').where('id', '=', id).execute();
}

/** Items that can be given as a reward. */
export function findItems(db: Db) {
  return db
    .selectFrom('shop_items')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export function hasListOn(db: Db): Promise<boolean> {
  return hasRow(db, 'vote_lists', sql`is_on`);
}

/** One row per UTC day, ending with today. */
export async function countDays(db: Db, days: number) {
  const { rows } = await sql<{ day: string; votes: number }>`
    select to_char(at, 'YYYY-MM-DD') as day, count(votes.id) as votes
    from generate_series(
      date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${days - 1}),
      date_trunc('day', now() at time zone 'UTC'), interval '1 day') as at
    left join votes on votes.voted_at >= at at time zone 'UTC'
      and votes.voted_at < (at + interval '1 day') at time zone 'UTC'
    group by at order by at`.execute(db);
  return rows;
}

export async function countVotesByList(db: Db, days: number) {
  const { rows } = await sql<{ listId: number; votes: number }>`
    select list_id as "listId", count(*) as votes from votes
    where voted_at >= now() - make_interval(days => ${days}) and list_id is not null
    group by list_id`.execute(db);
  return new Map(rows.map(({ listId, votes }) => [listId, votes]));
}
