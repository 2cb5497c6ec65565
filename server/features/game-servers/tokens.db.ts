import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

export function findLiveTokens(db: Db) {
  return db
    .selectFrom('game_tokens')
    .select([
      'id',
      'server_id as serverId',
      'hint',
      'slot',
      'scopes',
      'addresses',
      'created_at as createdAt',
      'created_by as createdBy',
      'last_seen_at as lastSeenAt',
      'last_seen_ip as lastSeenIp',
    ])
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
}

type NewToken = {
  serverId: number;
  secretHash: Buffer;
  hint: string;
  slot: number;
  scopes: string[];
  addresses: string[];
  createdBy: string;
};

export async function insertToken(db: Db, token: NewToken): Promise<number> {
  const { id } = await db
    .insertInto('game_tokens')
    .values({
      server_id: token.serverId,
      secret_hash: token.secretHash,
      hint: token.hint,
      slot: token.slot,
      scopes: token.scopes,
      addresses: token.addresses,
      created_by: token.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Without `id`, revokes all tokens of the server. False if there was nothing to revoke. */
export async function revokeTokens(
  db: Db,
  { serverId, id }: { serverId: number; id?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('game_tokens')
    .set({ revoked_at: sql<Date>`now()`, slot: null })
    .where('server_id', '=', serverId)
    .where('revoked_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function findToken(db: Db, serverId: number, secretHash: Buffer) {
  return db
    .selectFrom('game_tokens')
    .innerJoin('game_servers', 'game_servers.id', 'game_tokens.server_id')
    .select([
      'game_tokens.id',
      'game_tokens.server_id as serverId',
      'game_servers.name as serverName',
      'game_servers.removed_at as removedAt',
      'game_tokens.scopes',
      'game_tokens.addresses',
      'game_tokens.revoked_at as revokedAt',
      'game_tokens.last_seen_at as lastSeenAt',
    ])
    .where('game_tokens.secret_hash', '=', secretHash)
    .where('game_tokens.server_id', '=', serverId)
    .executeTakeFirst();
}

export async function touchToken(db: Db, id: number, ip: string): Promise<void> {
  await db
    .updateTable('game_tokens')
    .set({ last_seen_at: sql<Date>`now()`, last_seen_ip: ip })
    .where('id', '=', id)
    .execute();
}
