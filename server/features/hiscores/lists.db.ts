import type { Db } from '#server/db/schema.ts';

export function findModes(db: Db) {
  return db
    .selectFrom('game_modes')
    .select(['id', 'key', 'name', 'icon', 'colour'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function findCounters(db: Db) {
  return db
    .selectFrom('counters')
    .select(['id', 'key', 'name', 'group_name as group', 'icon', 'minimum'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}
