import { countRows } from '#server/db/rows.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { listFeaturesOff } from '#server/lib/data/feature-switches.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { secondsUntilRetry } from '#server/lib/mail/mail-queue.ts';
import { pagingOf, rowsOf } from '#server/lib/requests/paging.ts';
import { readStored } from '#server/lib/secrets/stored-secret.ts';
import type { SwitchableFeature } from '#shared/endpoints/site-settings.ts';
import { AppError } from '#shared/errors.ts';
import { kindAmounts } from '#shared/rules/discord.ts';
import type { DiscordKind } from '#shared/rules/discord.ts';

import { askDiscord } from './discord-api.ts';
import type { DiscordAnswer } from './discord-api.ts';
import { toEmbed } from './embeds.ts';
import type { Embed } from './embeds.ts';
import { failHooks, findHooks, lockHook, updateHook } from './hooks.db.ts';
import * as queries from './messages.db.ts';
import type { ClaimedMessage } from './messages.db.ts';
import { lookers } from './things.ts';

export { findDiscordTrouble } from './messages.db.ts';

/**
 * Each thing has one message, which the database enforces by its key. A message is marked as `sending` before the
 * request and as `sent` after the answer. Discord cannot be asked whether a webhook's message arrived, and refuses no
 * repetition. So if the answer is lost, the message becomes `unknown` and is never repeated by itself: an admin
 * looks at the channel and decides.
 */
type QueueDeps = Pick<Deps, 'db' | 'config' | 'brand' | 'live' | 'onProblem'>;

const pageSize = 20;

/** The feature whose things a kind announces: while it is off, its pages are gone. */
const featureOf: Partial<Record<DiscordKind, SwitchableFeature>> = {
  events: 'events',
  reminders: 'events',
  polls: 'polls',
  results: 'polls',
  milestones: 'hiscores',
  votes: 'votes',
  purchases: 'shop',
};

/** The job: finds new things, queues their messages and sends what is due. */
export async function announce(deps: QueueDeps, signal?: AbortSignal): Promise<void> {
  const { db } = deps;
  const off = await listFeaturesOff(deps);
  for (const { kind, isOn } of await findHooks(db)) {
    const feature = featureOf[kind];
    if (isOn && !(feature && off.includes(feature))) await queueNewThings(deps, kind);
  }
  await queries.endOldMessages(db);
  for (;;) {
    const message = signal?.aborted ? undefined : await queries.claimMessage(db);
    if (!message) return;
    await sendMessage(deps, message);
  }
}

/** One transaction queues the messages and records what was seen. */
async function queueNewThings({ db, config, brand }: QueueDeps, kind: DiscordKind): Promise<void> {
  const { palette, words } = await brand.read();
  await transaction(db, async (trx) => {
    const hook = await lockHook(trx, kind);
    if (!hook.isOn) return;
    const things = await lookers[kind](trx, {
      ...hook,
      amount: hook.amount ?? kindAmounts[kind] ?? 0,
      coins: words.coins,
      remember: (seen) => updateHook(trx, kind, { seen: JSON.stringify(seen) }),
    });
    for (const thing of things) {
      const embed = toEmbed(thing, { siteUrl: config.siteUrl, palette });
      await queries.insertMessage(trx, { ...thing, kind, embed });
    }
  });
}

async function sendMessage(deps: QueueDeps, message: ClaimedMessage): Promise<void> {
  const result = await trySending(deps, message);
  await queries.endAttempt(deps.db, message.id, result);
  if (result.state === 'sent' || !result.error) return;
  deps.onProblem(`The Discord message "${message.embed.title}" was not confirmed. ${result.error}`);
}

async function trySending(
  deps: QueueDeps,
  { kind, webhookId, embed, attempts, ...stored }: ClaimedMessage,
): Promise<queries.Result> {
  const token = readStored(deps.config, hookOwner(kind), stored.token);
  if (token === undefined) {
    const error = 'The address cannot be read, because the key of the site changed.';
    await failHooks(deps.db, webhookId, `${error} Enter it again.`);
    return { state: 'waiting', error };
  }
  const answer = await postEmbed(deps, { webhookId, token, embed });
  if (answer.kind === 'ok') return { state: 'sent' };
  if (answer.kind === 'limited') return { state: 'waiting', seconds: answer.seconds };
  const error = answer.reason;
  if (answer.kind === 'unknown') return { state: 'unknown', error };
  if (answer.kind !== 'refused') {
    return { state: 'waiting', error, seconds: secondsUntilRetry(attempts) };
  }
  if (!isHookGone(answer.status)) return { state: 'failed', error };
  // It waits for the next address.
  await failHooks(deps.db, webhookId, error);
  return { state: 'waiting', error };
}

export function isHookGone(status: number): boolean {
  return status === 401 || status === 403 || status === 404;
}

/** The secret of a webhook is sealed for its kind. */
export function hookOwner(kind: DiscordKind): string {
  return `discord webhook ${kind}`;
}

export function postEmbed(
  deps: Pick<Deps, 'db' | 'config'>,
  { webhookId, token, embed }: { webhookId: string; token: string; embed: Embed },
): Promise<DiscordAnswer> {
  return askDiscord(deps, {
    method: 'POST',
    // With `wait`, Discord answers after the message is stored.
    path: `/webhooks/${webhookId}/${token}?wait=true`,
    bucket: webhookId,
    // Nothing in a message may mention anybody.
    body: { embeds: [embed], allowed_mentions: { parse: [] } },
  });
}

export async function listDiscordMessages({ db }: Pick<Deps, 'db'>, page: number) {
  const messages = await queries.findMessages(db, rowsOf(page, pageSize));
  const total = await countRows(db, 'discord_messages');
  return { messages: messages.map(withIsoDates), ...pagingOf(page, pageSize, total) };
}

export async function retryDiscordMessage(
  deps: QueueDeps,
  actor: Actor,
  id: number,
): Promise<void> {
  await change(deps, actor, 'admin', async (trx, audit) => {
    const title = await queries.requeueMessage(trx, id);
    if (title === undefined) {
      throw new AppError('request/not-found', 'This message was sent or is waiting already.');
    }
    audit('discord/message-retried', id, { after: { title } });
  });
}
