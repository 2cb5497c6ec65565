import { sql } from 'kysely';

import { countRows } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';
import type { Skill } from '#shared/rules/skills.ts';

export function findSkills(db: Db): Promise<Skill[]> {
  return selectSkills(db).execute();
}

function selectSkills(db: Db) {
  return db
    .selectFrom('skills')
    .select(['name', 'icon', 'game_id as gameId', 'start_level as startLevel'])
    .orderBy('position');
}

/** The list as the setting SKILLS chose it. */
export function findChosenSkills(db: Db): Promise<Skill[]> {
  return selectSkills(db).where('is_added', '=', false).execute();
}

/** Waits for batches of reports that read the list, and makes later ones wait for this transaction. */
export async function lockSkills(trx: Db): Promise<void> {
  await sql`lock table skills in access exclusive mode`.execute(trx);
}

export async function replaceSkills(trx: Db, skills: readonly Skill[]): Promise<void> {
  await trx.deleteFrom('skills').execute();
  const rows = skills.map((skill, at) => toRow(skill, at + 1));
  await trx.insertInto('skills').values(rows).execute();
}

export async function appendSkill(trx: Db, skill: Skill, position: number): Promise<void> {
  const row = { ...toRow(skill, position), is_added: true };
  await trx.insertInto('skills').values(row).execute();
}

function toRow({ name, icon, gameId, startLevel }: Skill, position: number) {
  return { position, name, icon, game_id: gameId, start_level: startLevel };
}

/** Adapts the stored players, ranks and rules to the list. Takes minutes with millions of players. */
export async function resizeHiscores(trx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
  await sql`select resize_hiscores()`.execute(trx);
}

export async function hasPlayers(db: Db): Promise<boolean> {
  const player = await db.selectFrom('players').select('id').limit(1).executeTakeFirst();
  return player !== undefined;
}

export function countPlayers(db: Db): Promise<number> {
  return countRows(db, 'players');
}
