import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

export type OpenSession = Awaited<ReturnType<typeof listOpenSessions>>[number];

/** Without an account: the sessions of all players. */
export function listOpenSessions(db: Db, accountId?: number) {
  let query = db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'accounts.username',
      'sessions.last_seen_at as lastSeenAt',
      'sessions.created_at as createdAt',
      'sessions.ip',
      'sessions.user_agent as userAgent',
    ])
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .orderBy('sessions.last_seen_at', 'desc')
    .limit(1000);
  if (accountId !== undefined) query = query.where('accounts.id', '=', accountId);
  return query.execute();
}
