import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

type AccountStatus = { isWalletFrozen: boolean; totalLevel: number | null };

export async function findAccountStatus(
  db: Db,
  { id, usernameKey }: { id: number; usernameKey: string },
): Promise<AccountStatus> {
  const { rows } = await sql<AccountStatus>`
    select is_wallet_frozen(${id}) as "isWalletFrozen",
      (select total_level from players where name_key = ${usernameKey}) as "totalLevel"`.execute(
    db,
  );
  return rows[0] ?? { isWalletFrozen: false, totalLevel: null };
}

/** Reads that a player voted, never which answers. */
export function findPlayerVotes(db: Db, accountId: number) {
  return db
    .selectFrom('poll_votes as v')
    .innerJoin('polls as p', 'p.id', 'v.poll_id')
    .select(['p.id', 'p.title', 'v.voted_at as at'])
    .where('v.account_id', '=', accountId)
    .where('v.question', '=', 0)
    .orderBy('v.voted_at', 'desc')
    .limit(200)
    .execute();
}
