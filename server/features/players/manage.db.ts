import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

type AccountStatus = {
  hasTwoFactor: boolean;
  isWalletFrozen: boolean;
  isOnline: boolean;
  totalLevel: number | null;
};

export async function findAccountStatus(
  db: Db,
  { id, usernameKey }: { id: number; usernameKey: string },
): Promise<AccountStatus> {
  const { rows } = await sql<AccountStatus>`
    select
      exists (
        select from two_factor_secrets t where t.account_id = ${id} and t.confirmed_at is not null
      ) as "hasTwoFactor",
      is_wallet_frozen(${id}) as "isWalletFrozen",
      exists (
        select from game_servers g cross join lateral unnest(g.players) as player
        where g.is_online and g.removed_at is null
          and regexp_replace(lower(player), '[ _-]+', ' ', 'g') = ${usernameKey}
      ) as "isOnline",
      (select total_level from players p where p.name_key = ${usernameKey}) as "totalLevel"`.execute(
    db,
  );
  return (
    rows[0] ?? { hasTwoFactor: false, isWalletFrozen: false, isOnline: false, totalLevel: null }
  );
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
