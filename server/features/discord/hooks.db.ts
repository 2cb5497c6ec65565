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

/** Creates the row if it does not exist yet. */
export async function lockHook(db: Db, kind: DiscordKind) {
  await sql`insert into discord_hooks (kind) values (${kind}) on conflict do nothing`.execute(db);
  return selectHooks(db).where('kind', '=', kind).forUpdate().executeTakeFirstOrThrow();
}

function selectHooks(db: Db) {
  const same = ['kind', 'token', 'hint', 'amount', 'failure', 'seen'] as const;
  return db
    .selectFrom('discord_hooks')
    .select([...same, 'webhook_id as webhookId', 'is_on as isOn', 'on_since as since'])
    .select(sql<Date>`now()`.as('now'));
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
    .set({ failure })
    .where('webhook_id', '=', webhookId)
    .execute();
}
