import { sql } from 'kysely';
import type { Insertable } from 'kysely';

import { insertRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import { retentionDays } from '#server/lib/data/retention.ts';

/** Without a server: the tokens of all servers. */
export function findLiveTokens(db: Db, serverId?: number) {
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
    .$if(serverId !== undefined, (query) => query.where('server_id', '=', serverId!))
    .orderBy('id')
    .execute();
}

export function insertToken(db: Db, token: Insertable<Schema['game_tokens']>): Promise<number> {
  return insertRow(db, 'game_tokens', token);
}

/** One or all live tokens of a server. False if there was nothing to revoke. */
export async function revokeTokens(db: Db, serverId: number, id?: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('game_tokens')
    .set({ revoked_at: sql<Date>`now()`, slot: null })
    .where('server_id', '=', serverId)
    .where('revoked_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteRevokedTokens(db: Db): Promise<void> {
  const days = retentionDays.revokedGameToken;
  await db
    .deleteFrom('game_tokens')
    .where('revoked_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
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
      'game_servers.has_connected as hasConnected',
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
  await sql`
    update game_tokens set last_seen_at = now(), last_seen_ip = ${ip}
    where id = ${id}`.execute(db);
}
