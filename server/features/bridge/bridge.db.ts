import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import type { GameServerState } from '#shared/bridge.ts';
import { toUsernameKey } from '#shared/usernames.ts';

export function findPlayerAccount(db: Kysely<Schema>, name: string) {
  return db
    .selectFrom('accounts')
    .select([
      'id',
      'username',
      'username_key as usernameKey',
      'email',
      'identity_id as uid',
      'user_rights as userRights',
    ])
    .where('username_key', '=', toUsernameKey(name))
    .where('pending_since', 'is', null)
    .executeTakeFirst();
}

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

export function findToken(db: Kysely<Schema>, serverId: number, secretHash: Buffer) {
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

export async function touchToken(db: Kysely<Schema>, id: number, ip: string): Promise<void> {
  await db
    .updateTable('game_tokens')
    .set({ last_seen_at: sql<Date>`now()`, last_seen_ip: ip })
    .where('id', '=', id)
    .execute();
}

/** False if the key exists. Waits for a call in progress with the same key. */
export async function insertAnswer(
  db: Kysely<Schema>,
  { serverId, key, requestHash }: { serverId: number; key: string; requestHash: Buffer },
): Promise<boolean> {
  const inserted = await db
    .insertInto('bridge_answers')
    .values({ server_id: serverId, key, request_hash: requestHash })
    .onConflict((conflict) => conflict.columns(['server_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function getAnswer(
  db: Kysely<Schema>,
  { serverId, key }: { serverId: number; key: string },
) {
  return db
    .selectFrom('bridge_answers')
    .select(['request_hash as requestHash', 'answer'])
    .where('server_id', '=', serverId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}

export async function updateAnswer(
  db: Kysely<Schema>,
  { serverId, key, answer }: { serverId: number; key: string; answer: unknown },
): Promise<void> {
  await db
    .updateTable('bridge_answers')
    .set({ answer: JSON.stringify(answer) })
    .where('server_id', '=', serverId)
    .where('key', '=', key)
    .execute();
}

export async function deleteOldAnswers(db: Kysely<Schema>): Promise<void> {
  await db
    .deleteFrom('bridge_answers')
    .where('created_at', '<', sql<Date>`now() - interval '26 hours'`)
    .execute();
}

export function lockServer(db: Kysely<Schema>, id: number) {
  return db
    .selectFrom('game_servers')
    .select([
      'id',
      'name',
      'is_online as isOnline',
      'state',
      'boot_id as bootId',
      'online',
      'max_online as max',
      'players',
      'version',
    ])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type ServerReport = {
  bootId: string;
  state: GameServerState;
  online: number;
  max: number;
  players: string[];
  version: string;
  uptime: number;
};

export async function updateHeartbeat(
  db: Kysely<Schema>,
  id: number,
  report: ServerReport,
): Promise<void> {
  const isOnline = report.state !== 'offline';
  await db
    .updateTable('game_servers')
    .set({
      is_online: isOnline,
      state: report.state,
      boot_id: report.bootId,
      version: report.version,
      online: report.online,
      max_online: report.max,
      players: report.players,
      started_at: sql<Date>`now() - make_interval(secs => ${report.uptime})`,
      heartbeat_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** One row per server and minute. */
export async function upsertSample(
  db: Kysely<Schema>,
  { serverId, online }: { serverId: number; online: number },
): Promise<void> {
  await sql`
    insert into online_samples as sample (server_id, at, seconds, peak, total, samples)
    values (${serverId}, date_trunc('minute', now()), 60, ${online}, ${online}, 1)
    on conflict (server_id, seconds, at) do update set
      peak = greatest(sample.peak, excluded.peak),
      total = sample.total + excluded.total,
      samples = sample.samples + 1`.execute(db);
}

/** Marks servers without a recent heartbeat as offline; returns their names. */
export async function updateSilentServers(db: Kysely<Schema>, seconds: number): Promise<string[]> {
  const silent = await db
    .updateTable('game_servers')
    .set({ is_online: false, state: 'offline', online: 0, players: sql<string[]>`'{}'` })
    .where('is_online', '=', true)
    .where('heartbeat_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .returning('name')
    .execute();
  return silent.map(({ name }) => name);
}
