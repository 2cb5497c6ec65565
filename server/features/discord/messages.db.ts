import { sql } from 'kysely';

import { countRows } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';
import { retentionDays } from '#server/lib/data/retention.ts';
import type { DiscordKind, MessageState } from '#shared/rules/discord.ts';

import type { Embed, Thing } from './embeds.ts';

/** Does nothing if the thing has a message. */
export async function insertMessage(
  db: Db,
  { kind, thing, embed, accountId = null, giveUpAt }: Thing & { kind: DiscordKind; embed: Embed },
): Promise<void> {
  await db
    .insertInto('discord_messages')
    .values({
      kind,
      thing,
      title: embed.title,
      embed: JSON.stringify(embed),
      account_id: accountId,
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
        and hook.is_on and hook.failure is null
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
    set state = 'sending', due_at = now() + interval '1 minute', attempts = attempts + 1
    from due where message.id = due.id
    returning message.id, message.kind, message.embed, message.attempts,
      due.webhook_id as "webhookId", due.token`.execute(db);
  return rows[0];
}

/** The result of the attempt: `waiting` for another one after so many seconds, or the end. */
export type Result = {
  state: Exclude<MessageState, 'sending'>;
  error?: string;
  seconds?: number;
};

export async function endAttempt(
  db: Db,
  id: number,
  { state, error, seconds = 0 }: Result,
): Promise<void> {
  await db
    .updateTable('discord_messages')
    .set({
      state,
      last_error: error ?? null,
      due_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
      ...(state === 'sent' && { embed: null }),
      ...(state !== 'waiting' && { finished_at: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

/**
 * Ends messages that waited too long, for example because their kind is off, and those whose sender is gone: a request
 * takes ten seconds at most.
 */
export async function endOldMessages(db: Db): Promise<void> {
  const lost =
    'The site stopped before Discord answered. Look at the channel, and send it again if it is missing.';
  await sql`
    update discord_messages set finished_at = now(),
      state = case state when 'sending' then 'unknown' else 'failed' end,
      last_error = case state when 'sending' then ${lost}
        else coalesce(last_error, 'It was too late to send it.') end
    where state = 'sending' and due_at < now()
      or state = 'waiting' and give_up_at <= now()`.execute(db);
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

/** The title, or undefined if the message does not exist or has another state. */
export async function requeueMessage(db: Db, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    update discord_messages set state = 'waiting', finished_at = null, due_at = now(),
      give_up_at = now() + interval '1 day'
    where id = ${id} and state in ('failed', 'unknown') returning title`.execute(db);
  return rows[0]?.title;
}

/** For the dashboard: webhooks that Discord refused, and messages of the last three days that need a decision. */
export async function findDiscordTrouble(db: Db) {
  const hooks = await db
    .selectFrom('discord_hooks')
    .select('kind')
    .where('is_on', '=', true)
    .where('failure', 'is not', null)
    .orderBy('kind')
    .execute();
  const isRecent = sql`state = 'unknown' and finished_at > now() - interval '3 days'`;
  const unknown = await countRows(db, 'discord_messages', isRecent);
  return { hooks: hooks.map(({ kind }) => kind), unknown };
}

/** Why the last look at the widget, or the last change of roles, failed. */
export async function findFailures(db: Db): Promise<string[]> {
  const { rows } = await sql<{ reason: string }>`
    select left(last_error, 300) as reason from job_runs
    where name in ('discord/widget', 'discord/roles') and last_error is not null
    order by name`.execute(db);
  return rows.map(({ reason }) => reason);
}

/** The lists of the top voters that were not sent name the player no longer. */
export async function replaceInVotes(db: Db, name: string, other: string): Promise<void> {
  await sql`
    update discord_messages set embed = jsonb_set(embed, '{description}',
      to_jsonb(replace(embed->>'description', ${name}, ${other})))
    where kind = 'votes' and embed is not null`.execute(db);
}

export async function tidyDiscord(db: Db): Promise<void> {
  await sql`
    delete from discord_messages
    where finished_at < now() - make_interval(days => ${retentionDays.discordMessage})`.execute(db);
}

/** Seconds until Discord accepts requests of this bucket again; 0: now. */
export async function findLimit(db: Db, bucket: string): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from max(until) - clock_timestamp())::float as seconds
    from discord_limits where bucket in (${bucket}, 'global')`.execute(db);
  return Math.max(0, rows[0]?.seconds ?? 0);
}

/** Keeps the longer limit if another replica has set one. */
export async function setLimit(db: Db, bucket: string, seconds: number): Promise<void> {
  await sql`
    insert into discord_limits as known (bucket, until)
    values (${bucket}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (bucket) do update set until = greatest(known.until, excluded.until)`.execute(db);
}
