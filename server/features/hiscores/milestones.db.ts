import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import type { Goal } from '#shared/rules/milestones.ts';

export type Reached = Goal & { playerId: number; isListed: boolean; reachedAt: Date };

/**
 * Call it before the scores of the batch are written: a listed player is the first if no other listed one has the
 * score. Of two batches at the same time, the second waits here for the first, by the unique index.
 */
export async function insertMilestones(db: Db, reached: readonly Reached[]): Promise<void> {
  const given = sql`
    json_to_recordset(${JSON.stringify(reached)}::json) as given("playerId" integer, kind text,
      list smallint, value bigint, "atLeast" bigint, "isListed" boolean, "reachedAt" timestamptz)
    cross join lateral (
      select case when list = 0 then ("atLeast" << 36) + 1 when list < 32 then "atLeast"
        else "atLeast" << 20 end as score
    ) as least`;
  const insert = (isFirst: boolean, condition: ReturnType<typeof sql>) => sql`
    insert into milestones (player_id, kind, skill, value, is_first, reached_at)
    select "playerId", kind, list, value, ${isFirst}, "reachedAt" from ${given} where ${condition}
    order by kind, list, value, "reachedAt", "playerId"
    on conflict do nothing`;
  await insert(
    true,
    sql`"isListed" and not exists (
      select from hiscores h
      where h.is_listed and h.player_id <> "playerId" and h.score >= least.score
        and h.bucket between hiscore_bucket(list, least.score) and list * 65536 + 65535)`,
  ).execute(db);
  await insert(false, sql`true`).execute(db);
}

export async function deleteMilestones(
  db: Db,
  lost: readonly (Goal & { playerId: number })[],
): Promise<void> {
  await sql`
    delete from milestones m using json_to_recordset(${JSON.stringify(lost)}::json) as given(
      "playerId" integer, kind text, list smallint, value bigint)
    where m.player_id = given."playerId" and m.kind = given.kind and m.skill = given.list
      and m.value = given.value`.execute(db);
}

const mostPerPlayer = 500;

export type MilestoneRow = Awaited<ReturnType<typeof findMilestones>>[number];

export function findMilestones(db: Db, playerId: number) {
  return db
    .selectFrom('milestones')
    .select(['kind', 'skill', 'value', 'is_first as isFirst', 'reached_at as reachedAt'])
    .where('player_id', '=', playerId)
    .orderBy('reached_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostPerPlayer)
    .execute();
}

export function findLatestMilestones(db: Db, size: number) {
  return db
    .selectFrom('milestones as m')
    .innerJoin('players as p', 'p.id', 'm.player_id')
    .select(['p.name', 'p.user_rights as userRights', 'p.mode'])
    .select(['m.kind', 'm.skill', 'm.value', 'm.is_first as isFirst', 'm.reached_at as reachedAt'])
    .where('p.is_listed', '=', true)
    .orderBy('m.reached_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(size)
    .execute();
}
