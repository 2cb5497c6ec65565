import { sql } from 'kysely';
import type { Updateable } from 'kysely';

import type { Db, Schema } from '#server/db/schema.ts';
import type { DiscordKind } from '#shared/rules/discord.ts';

export function findHooks(db: Db) {
  return selectHooks(db).execute();
}

export function findHook(db: Db, kind: DiscordKind) {
  return selectHooks(db).where('kind', '=', kind).executeTakeFirst();
}

function selectHooks(db: Db) {
  return db
    .selectFrom('discord_hooks')
    .select([
      'kind',
      'webhook_id as webhookId',
      'token',
      'hint',
      'is_on as isOn',
      'amount',
      'failure',
    ]);
}

/** Creates the row of the kind if there is none, so that it can be locked. */
export async function lockHook(db: Db, kind: DiscordKind) {
  await db
    .insertInto('discord_hooks')
    .values({ kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return selectHooks(db).where('kind', '=', kind).forUpdate().executeTakeFirstOrThrow();
}

export async function updateHook(
  db: Db,
  kind: DiscordKind,
  values: Updateable<Schema['discord_hooks']>,
): Promise<void> {
  await db.updateTable('discord_hooks').set(values).where('kind', '=', kind).execute();
}

/** Discord refused the webhook, so all kinds that use it stop. */
export async function failHooks(db: Db, webhookId: string, failure: string): Promise<void> {
  await db
    .updateTable('discord_hooks')
    .set({ failed_at: sql<Date>`now()`, failure })
    .where('webhook_id', '=', webhookId)
    .execute();
}

export async function findKindsOn(db: Db): Promise<DiscordKind[]> {
  const rows = await db
    .selectFrom('discord_hooks')
    .select('kind')
    .where('is_on', '=', true)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind);
}

/** Undefined if it was switched off. The lock lets one process look at a time. */
export function lockForLook(db: Db, kind: DiscordKind) {
  return db
    .selectFrom('discord_hooks')
    .select(['on_since as since', 'amount', 'seen', sql<Date>`now()`.as('now')])
    .where('kind', '=', kind)
    .where('is_on', '=', true)
    .forUpdate()
    .executeTakeFirst();
}
