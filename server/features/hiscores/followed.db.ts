import { sql } from 'kysely';

import type { Db, Trx } from '#server/db/schema.ts';
import { counterLimits } from '#shared/rules/hiscores.ts';

import type { PageRow } from './hiscores.db.ts';

export function listFollowedPlayers(db: Db, accountId: number) {
  return db
    .selectFrom('followed_players')
    .innerJoin('players', 'players.id', 'player_id')
    .select('name')
    .where('account_id', '=', accountId)
    .orderBy('name_key')
    .execute();
}

type FollowedRow = { rank: number; row: PageRow };

/** Followed players with a rank in the list, best first. Mode 0 means all players. */
export async function listFollowedRows(
  db: Db,
  accountId: number,
  { skill, mode }: { skill: number; mode: number },
): Promise<FollowedRow[]> {
  const { rows } = await sql<FollowedRow>`
    select r.rank, json_build_array(p.name, p.user_rights,
      case when ${skill}::integer < ${counterLimits.firstId}::integer then p.experience[${skill}::integer]
        else p.counts[${skill}::integer - ${counterLimits.firstId - 1}::integer] end,
      p.total_level, p.total_tenths, p.mode, p.supporter) as row
    from followed_players f
    join players p on p.id = f.player_id
    cross join lateral hiscore_ranks(p.id) as r
    where f.account_id = ${accountId} and r.skill = ${skill} and r.mode = ${mode}
    order by r.rank, p.name_key`.execute(db);
  return rows;
}

/** Returns how many the account follows then. The lock keeps two calls at once from both passing the limit. */
export async function insertFollowedPlayer(
  trx: Trx,
  accountId: number,
  playerId: number,
): Promise<number> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
  await trx
    .insertInto('followed_players')
    .values({ account_id: accountId, player_id: playerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { n } = await trx
    .selectFrom('followed_players')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return n;
}

export async function deleteFollowedPlayer(
  db: Db,
  accountId: number,
  nameKey: string,
): Promise<void> {
  await db
    .deleteFrom('followed_players')
    .using('players')
    .whereRef('players.id', '=', 'player_id')
    .where('name_key', '=', nameKey)
    .where('account_id', '=', accountId)
    .execute();
}
