import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import type { HistoryRange } from '#shared/game-servers.ts';

export function findServers(db: Kysely<Schema>) {
  return db
    .selectFrom('game_servers')
    .select([
      'id',
      'name',
      'is_online as isOnline',
      'state',
      'online',
      'max_online as max',
      'players',
      'version',
      'started_at as startedAt',
      'heartbeat_at as heartbeatAt',
      (eb) =>
        eb
          .selectFrom('game_commands')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('server_id', '=', 'game_servers.id')
          .where('game_commands.state', 'in', ['waiting', 'sent'])
          .as('commandsWaiting'),
    ])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
}

export function findLiveTokens(db: Kysely<Schema>) {
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

/** Undefined if the name is taken. */
export async function insertServer(db: Kysely<Schema>, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into game_servers (name) values (${name})
    on conflict (lower(name)) where removed_at is null do nothing
    returning id`.execute(db);
  return rows[0]?.id;
}

export async function isNameTaken(
  db: Kysely<Schema>,
  { name, exceptId }: { name: string; exceptId: number },
): Promise<boolean> {
  const other = await db
    .selectFrom('game_servers')
    .select('id')
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('removed_at', 'is', null)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return other !== undefined;
}

export async function updateServerName(
  db: Kysely<Schema>,
  id: number,
  name: string,
): Promise<void> {
  await db.updateTable('game_servers').set({ name }).where('id', '=', id).execute();
}

export async function softDeleteServer(db: Kysely<Schema>, id: number): Promise<void> {
  await db
    .updateTable('game_servers')
    .set({
      removed_at: sql<Date>`now()`,
      is_online: false,
      state: 'offline',
      online: 0,
      players: sql<string[]>`'{}'`,
    })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('game_tokens')
    .set({ revoked_at: sql<Date>`now()`, slot: null })
    .where('server_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  await db
    .updateTable('game_commands')
    .set({
      state: 'expired',
      finished_at: sql<Date>`now()`,
      detail: 'The game server was removed.',
    })
    .where('server_id', '=', id)
    .where('state', 'in', ['waiting', 'sent'])
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

export async function insertToken(db: Kysely<Schema>, token: NewToken): Promise<number> {
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

/** False if there is no such live token. */
export async function markRevoked(
  db: Kysely<Schema>,
  { serverId, id }: { serverId: number; id: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('game_tokens')
    .set({ revoked_at: sql<Date>`now()`, slot: null })
    .where('id', '=', id)
    .where('server_id', '=', serverId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const spans: Record<HistoryRange, { reach: string; step: string }> = {
  day: { reach: '1 day', step: '5 minutes' },
  week: { reach: '7 days', step: '30 minutes' },
  month: { reach: '30 days', step: '2 hours' },
  year: { reach: '365 days', step: '1 day' },
};

/** Peak per step, summed over servers. Starts at the first sample; 0 while the game is offline. */
export async function findOnlineHistory(
  db: Kysely<Schema>,
  range: HistoryRange,
): Promise<{ at: Date; online: number }[]> {
  const { reach, step } = spans[range];
  const { rows } = await sql<{ at: Date; online: number }>`
    with steps as (
      select generate_series(
        greatest(
          date_bin(${step}::interval, now() - ${reach}::interval, to_timestamp(0)),
          (select date_bin(${step}::interval, min(at), to_timestamp(0)) from online_samples)
        ),
        now(), ${step}::interval
      ) as at
    ), peaks as (
      select server_id, date_bin(${step}::interval, at, to_timestamp(0)) as at, max(peak) as peak
      from online_samples
      where at >= now() - ${reach}::interval - ${step}::interval
      group by 1, 2
    )
    select steps.at, coalesce(sum(peaks.peak), 0)::int as online
    from steps left join peaks using (at)
    where exists (select from online_samples)
    group by steps.at
    order by steps.at`.execute(db);
  return rows;
}

type Rollup = { from: number; to: number; after: string };

/** Merges old samples into longer ones. */
export async function rollUpSamples(
  db: Kysely<Schema>,
  { from, to, after }: Rollup,
): Promise<void> {
  await sql`
    with old as (
      delete from online_samples
      where seconds = ${from}
        and at < date_bin(make_interval(secs => ${to}), now() - ${after}::interval, to_timestamp(0))
      returning server_id, at, peak, total, samples
    )
    insert into online_samples as sample (server_id, at, seconds, peak, total, samples)
    select server_id, date_bin(make_interval(secs => ${to}), at, to_timestamp(0)), ${to}::int,
      max(peak), sum(total), sum(samples)
    from old
    group by 1, 2
    on conflict (server_id, seconds, at) do update set
      peak = greatest(sample.peak, excluded.peak),
      total = sample.total + excluded.total,
      samples = sample.samples + excluded.samples`.execute(db);
}

export async function deleteOldSamples(db: Kysely<Schema>): Promise<void> {
  await db
    .deleteFrom('online_samples')
    .where('at', '<', sql<Date>`now() - interval '2 years'`)
    .execute();
}
