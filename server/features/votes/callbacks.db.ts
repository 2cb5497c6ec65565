import { sql } from 'kysely';
import type { Insertable } from 'kysely';

import { countRows, hasRow, insertRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import type { CallbackReason } from '#shared/rules/votes.ts';

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

function selectTokens(db: Db) {
  return db
    .selectFrom('vote_tokens as token')
    .innerJoin('accounts as account', 'account.id', 'token.account_id')
    .select([
      'token.id',
      'token.list_id as listId',
      'token.account_id as accountId',
      'token.is_test as isTest',
      'account.username',
      sql<boolean>`token.expires_at <= now()`.as('isExpired'),
    ]);
}

export function findToken(db: Db, listId: number, hashes: readonly Buffer[]) {
  return selectTokens(db)
    .where('token.list_id', '=', listId)
    .where('token.hash', 'in', hashes)
    .executeTakeFirst();
}

export function findTokenById(db: Db, id: number) {
  return selectTokens(db).where('token.id', '=', id).executeTakeFirst();
}

/** Callbacks with the same token run one after the other. False if the token is gone. */
export async function lockToken(db: Db, id: number): Promise<boolean> {
  const token = await db
    .selectFrom('vote_tokens')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return token !== undefined;
}

export function hasVote(db: Db, tokenId: number): Promise<boolean> {
  return hasRow(db, 'votes', sql`token_id = ${tokenId}`);
}

type Turn = { accountId: number; listId: number; hours: number; toleranceMinutes: number };

/** False if the player has to wait. */
export async function takeTurn(
  db: Db,
  { accountId, listId, hours, toleranceMinutes }: Turn,
): Promise<boolean> {
  const { rows } = await sql`
    insert into vote_turns as turn (account_id, list_id, next_at)
    values (${accountId}, ${listId}, now() + make_interval(hours => ${hours}))
    on conflict (account_id, list_id) do update set next_at = excluded.next_at
    where turn.next_at <= now() + make_interval(mins => ${toleranceMinutes})
    returning next_at`.execute(db);
  return rows.length > 0;
}

/** Counts today. `isNewDay` is true for the first vote of a day only, also if two come at once. */
export async function countDay(
  db: Db,
  accountId: number,
): Promise<{ days: number; isNewDay: boolean }> {
  const today = sql`(now() at time zone 'UTC')::date`;
  await sql`
    insert into vote_streaks (account_id, days, last_day) values (${accountId}, 1, ${today} - 2)
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ days: number }>`
    update vote_streaks set last_day = ${today},
      days = case when last_day = ${today} - 1 then days + 1 else 1 end
    where account_id = ${accountId} and last_day < ${today}
    returning days`.execute(db);
  const [counted] = rows;
  if (counted) return { days: counted.days, isNewDay: true };
  const { days } = await db
    .selectFrom('vote_streaks')
    .select('days')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { days, isNewDay: false };
}

export function insertVote(db: Db, vote: Insertable<Schema['votes']>): Promise<number> {
  return insertRow(db, 'votes', vote);
}

/** How many lines the log keeps; the check vote_callbacks_ring has the same numbers. */
const rings = {
  trusted: { size: 2000, numbers: 'vote_callbacks_trusted' },
  foreign: { size: 200, numbers: 'vote_callbacks_foreign' },
};

type Line = { listId: number; reason: CallbackReason; sender: string; tokenId: number | null };

/** Replaces the oldest line of the same ring. */
export async function insertCallback(
  db: Db,
  { listId, reason, sender, tokenId }: Line,
): Promise<void> {
  const isTrusted = reason !== 'wrong-secret' && reason !== 'foreign-sender';
  const { size, numbers } = isTrusted ? rings.trusted : rings.foreign;
  await sql`
    insert into vote_callbacks (is_trusted, slot, list_id, reason, sender, token_id)
    values (${isTrusted}, nextval(${numbers}::text::regclass) % ${size}, ${listId}, ${reason}, ${sender}, ${tokenId})
    on conflict (is_trusted, slot) do update set id = default, at = now(), list_id = excluded.list_id,
      reason = excluded.reason, sender = excluded.sender, token_id = excluded.token_id`.execute(db);
}

export async function updateCallback(db: Db, id: number, reason: CallbackReason): Promise<void> {
  await db.updateTable('vote_callbacks').set({ reason }).where('id', '=', id).execute();
}

function selectCallbacks(db: Db) {
  return db
    .selectFrom('vote_callbacks as line')
    .innerJoin('vote_lists as list', 'list.id', 'line.list_id')
    .leftJoin('vote_tokens as token', 'token.id', 'line.token_id')
    .leftJoin('accounts as account', 'account.id', 'token.account_id')
    .select([
      'line.id',
      'line.at',
      'list.name as list',
      'line.reason',
      'line.sender',
      'line.token_id as tokenId',
      'account.username as player',
    ]);
}

export function findCallbacks(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return selectCallbacks(db).orderBy('line.id', 'desc').limit(limit).offset(offset).execute();
}

export function findCallback(db: Db, id: number) {
  return selectCallbacks(db).where('line.id', '=', id).executeTakeFirst();
}

export function countCallbacks(db: Db): Promise<number> {
  return countRows(db, 'vote_callbacks');
}
