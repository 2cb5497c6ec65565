import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { readStored, toStored } from '#server/lib/secrets/stored-secret.ts';
import type { DiscordHook, DiscordHookChange } from '#shared/endpoints/discord.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import { discordKinds, kindAmounts, readWebhookAddress } from '#shared/rules/discord.ts';
import type { DiscordKind } from '#shared/rules/discord.ts';

import { toEmbed } from './embeds.ts';
import * as queries from './hooks.db.ts';
import { hookOwner, isHookGone, postEmbed } from './messages.service.ts';

type HookDeps = Pick<Deps, 'db' | 'live' | 'config' | 'brand'>;

const hintLength = 4;

/** All kinds, also those that were never set. */
export async function listHooks({ db }: Pick<Deps, 'db'>): Promise<DiscordHook[]> {
  const rows = await queries.findHooks(db);
  return discordKinds.map((kind) =>
    toHook(
      kind,
      rows.find((row) => row.kind === kind),
    ),
  );
}

type HookRow = Pick<DiscordHook, 'isOn' | 'hint' | 'amount' | 'failure'>;

function toHook(kind: DiscordKind, row?: HookRow): DiscordHook {
  const { isOn = false, hint = null, failure = null } = row ?? {};
  return { kind, isOn, hint, failure, amount: row?.amount ?? kindAmounts[kind] ?? null };
}

export function updateDiscordHook(
  deps: HookDeps,
  actor: Actor,
  { kind, isOn, address, amount }: DiscordHookChange & { kind: DiscordKind },
): Promise<DiscordHook> {
  return change(deps, actor, 'admin', async (trx, audit) => {
    const before = await queries.lockHook(trx, kind);
    const hasAddress = address === undefined ? before.token !== null : address !== null;
    if (isOn && !hasAddress) {
      throw invalidField('address', 'Enter the address of the webhook first.');
    }
    await queries.updateHook(trx, kind, {
      is_on: isOn,
      // A kind that was off begins with what happens from now on.
      ...(isOn && !before.isOn && { on_since: new Date(), seen: null }),
      ...(amount !== undefined && { amount }),
      ...(address !== undefined && { ...toColumns(deps, kind, address), failure: null }),
    });
    const after = toHook(kind, await queries.findHook(trx, kind));
    audit('discord/hook-changed', kind, { before: toAudited(before), after: toAudited(after) });
    return after;
  });
}

function toColumns({ config }: HookDeps, kind: DiscordKind, address: string | null) {
  const parts = address === null ? undefined : readWebhookAddress(address);
  if (!parts) return { webhook_id: null, token: null, hint: null };
  return {
    webhook_id: parts.id,
    token: toStored(config, hookOwner(kind), parts.token),
    hint: parts.token.slice(-hintLength),
  };
}

/** Never the address: it lets everyone post in the channel. */
function toAudited({ isOn, hint, amount }: HookRow) {
  return { isOn, address: hint === null ? null : `…${hint}`, amount };
}

/** Sends at once, outside of the queue, so that the admin sees the answer. */
export async function testDiscordHook(
  deps: HookDeps,
  actor: Actor,
  kind: DiscordKind,
): Promise<void> {
  const { db, config, brand } = deps;
  const hook = await queries.findHook(db, kind);
  const token = hook?.token ? readStored(config, hookOwner(kind), hook.token) : undefined;
  if (!hook?.webhookId || token === undefined) {
    throw new AppError('request/invalid', 'Enter the address of the webhook first.');
  }
  const { webhookId } = hook;
  const { name, palette } = await brand.read();
  const text = `Messages of ${name} will appear here.`;
  const embed = toEmbed(
    { title: 'Test message', text, path: '/', picture: '/og/site.png' },
    { siteUrl: config.siteUrl, palette },
  );
  const answer = await postEmbed(deps, { webhookId, token, embed });
  const isGone = answer.kind === 'refused' && isHookGone(answer.status);
  await change(deps, actor, 'admin', async (trx, audit) => {
    if (isGone) await queries.failHooks(trx, webhookId, answer.reason);
    if (answer.kind === 'ok') await queries.updateHook(trx, kind, { failure: null });
    audit('discord/hook-tested', kind, { after: { result: answer.kind } });
  });
  if (answer.kind !== 'ok') throw new AppError('discord/not-sent', answer.reason);
}
