import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import { retentionDays } from '#server/lib/data/retention.ts';
import type { DiscordKind } from '#shared/rules/discord.ts';

import type { Embed } from './embeds.ts';

type NewMessage = {
  kind: DiscordKind;
  thing: string;
  embed: Embed;
  accountId?: number | null | undefined;
  giveUpAt?: Date | undefined;
};

/** Does nothing if the thing has a message. */
export async function insertMessage(db: Db, message: NewMessage): Promise<void> {
  const { kind, thing, embed, accountId, giveUpAt } = message;
  await db
    .insertInto('discord_messages')
    .values({
      kind,
      thing,
      title: embed.title,
      embed: JSON.stringify(embed),
      account_id: accountId ?? null,
      ...(giveUpAt && { give_up_at: giveUpAt }),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'thing']).doNothing())
    .execute();
}

export type ClaimedMessage = {
  id: number;
  kind: DiscordKind;
  embed: Embed;
  attempts: number;
  webhookId: string;
  token: string;
};

/**
 * Takes the oldest message that can be sent now. No other process gets it, and none gets another one of the same
 * webhook meanwhile, so the messages of a channel stay in order.
 */
export async function claimMessage(db: Db): Promise<ClaimedMessage | undefined> {
  const { rows } = await sql<ClaimedMessage>`
    with due as (
      select message.id, hook.webhook_id, hook.token
      from discord_messages as message
      join discord_hooks as hook on hook.kind = message.kind
      where message.state = 'waiting' and message.due_at <= now()
        and hook.is_on and hook.failed_at is null
        and not exists (
          select from discord_limits
          where bucket in (hook.webhook_id, 'global') and until > now() + interval '5 seconds')
        and not exists (
          select from discord_messages as other
          join discord_hooks as its_hook on its_hook.kind = other.kind
          where other.state = 'sending' and its_hook.webhook_id = hook.webhook_id)
      order by message.id limit 1 for update of message, hook skip locked
    )
    update discord_messages as message
    set state = 'sending', sending_since = now(), attempts = attempts + 1
    from due where message.id = due.id
    returning message.id, message.kind, message.embed, message.attempts,
      due.webhook_id as "webhookId", due.token`.execute(db);
  return rows[0];
}

export async function markSent(db: Db, id: number): Promise<void> {
  await db
    .updateTable('discord_messages')
    .set({ state: 'sent', embed: null, ...finished, last_error: null })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

const finished = { sending_since: null, finished_at: sql<Date>`now()` };

export async function markFinished(
  db: Db,
  id: number,
  { state, error }: { state: 'failed' | 'unknown'; error: string },
): Promise<void> {
  await db
    .updateTable('discord_messages')
    .set({ state, ...finished, last_error: error })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

/** Fails instead once it is too late for the message. */
export async function postpone(
  db: Db,
  id: number,
  { seconds, error }: { seconds: number; error: string },
): Promise<void> {
  await sql`
    update discord_messages set last_error = ${error}, sending_since = null,
      state = case when give_up_at <= now() then 'failed' else 'waiting' end,
      finished_at = case when give_up_at <= now() then now() end,
      due_at = now() + make_interval(secs => ${seconds})
    where id = ${id} and state = 'sending'`.execute(db);
}

/** A request takes ten seconds at most, so the process that sent these is gone. Its answer is lost. */
export async function closeLostMessages(db: Db, error: string): Promise<void> {
  await db
    .updateTable('discord_messages')
    .set({ state: 'unknown', ...finished, last_error: error })
    .where('state', '=', 'sending')
    .where('sending_since', '<', sql<Date>`now() - interval '1 minute'`)
    .execute();
}

/** Messages that waited too long, for example because their kind is switched off. */
export async function failLateMessages(db: Db): Promise<void> {
  await sql`
    update discord_messages set state = 'failed', finished_at = now(),
      last_error = coalesce(last_error, 'It was too late to send it.')
    where state = 'waiting' and give_up_at <= now()`.execute(db);
}

export function deleteOldMessages(db: Db) {
  return sql`
    delete from discord_messages
    where finished_at < now() - make_interval(days => ${retentionDays.discordMessage})`.execute(db);
}

export async function findMessages(db: Db, rows: { limit: number; offset: number }) {
  return db
    .selectFrom('discord_messages')
    .select(['id', 'kind', 'title', 'state', 'created_at as createdAt', 'last_error as error'])
    .orderBy('id', 'desc')
    .limit(rows.limit)
    .offset(rows.offset)
    .execute();
}

export async function countMessages(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('discord_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The title, or undefined if the message does not exist or has another state. */
export async function requeueMessage(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .updateTable('discord_messages')
    .set({
      state: 'waiting',
      finished_at: null,
      due_at: sql<Date>`now()`,
      give_up_at: sql<Date>`now() + interval '1 day'`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'unknown'])
    .returning('title')
    .executeTakeFirst();
  return row?.title;
}

/** For the dashboard: webhooks that Discord refused, and messages of the last three days that need a decision. */
export async function findDiscordTrouble(
  db: Db,
): Promise<{ hooks: DiscordKind[]; unknown: number }> {
  const hooks = await db
    .selectFrom('discord_hooks')
    .select('kind')
    .where('is_on', '=', true)
    .where('failed_at', 'is not', null)
    .orderBy('kind')
    .execute();
  const { unknown } = await db
    .selectFrom('discord_messages')
    .select(({ fn }) => fn.countAll<number>().as('unknown'))
    .where('state', '=', 'unknown')
    .where('finished_at', '>', sql<Date>`now() - interval '3 days'`)
    .executeTakeFirstOrThrow();
  return { hooks: hooks.map(({ kind }) => kind), unknown };
}
