import { lookup } from 'node:dns/promises';

import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { giveItem } from '#server/features/deliveries/deliveries.service.ts';
import { queueCommand } from '#server/features/game-commands/commands.service.ts';
import { moveCoins } from '#server/features/wallet/wallet.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import { isAllowedAddress } from '#server/lib/requests/is-allowed-address.ts';
import { pagingOf, rowsOf } from '#server/lib/requests/paging.ts';
import { late, within } from '#server/lib/requests/within.ts';
import { hashSecret } from '#server/lib/secrets/secrets.ts';
import type { VoteRules } from '#shared/endpoints/votes.ts';
import { AppError } from '#shared/errors.ts';
import { retryReasons } from '#shared/rules/votes.ts';
import type { CallbackReason } from '#shared/rules/votes.ts';

import { isSecretOf } from './callback-secret.ts';
import { valuesOf } from './callback-values.ts';
import type { CallbackValues } from './callback-values.ts';
import * as queries from './callbacks.db.ts';
import type { TokenRow } from './callbacks.db.ts';
import { findList } from './lists.db.ts';
import type { ListRow } from './lists.db.ts';
import { createToken, listNotFound } from './votes.service.ts';
import { voteRules } from './votes.settings.ts';

/**
 * Invariant: a token gives one reward, and a player one per list and interval. The callback, the vote, the coins, the
 * delivery, the message to the game and the log line are one transaction, which the list is answered after: if
 * anything fails, nothing has happened and the list may send the callback again.
 */
type VoteDeps = Pick<Deps, 'db' | 'live' | 'config'>;

const linesPerPage = 25;
/** Callbacks are late by different times, so the next vote may come a little less than an interval after the last. */
const toleranceMinutes = 15;
const siteActor: Actor = { id: null, name: 'website', ip: null };

export type Callback = {
  listId: number;
  secret: string;
  method: string;
  sender: string;
  votes: CallbackValues[];
};

/** Callbacks to a list that does not exist are not logged. */
export async function receiveCallback(
  deps: VoteDeps,
  { listId, secret, method, sender, votes }: Callback,
): Promise<CallbackReason | undefined> {
  const list = await findList(deps.db, listId);
  if (!list) return undefined;
  const refusal = await findRefusal(deps, list, { secret, method, sender });
  let last: CallbackReason | undefined;
  for (const values of votes) {
    last = await receiveVote(deps, { list, values, sender, refusal });
  }
  return last;
}

type Sent = Pick<Callback, 'secret' | 'method' | 'sender'>;

async function findRefusal(
  deps: Pick<Deps, 'config'>,
  list: ListRow,
  { secret, method, sender }: Sent,
): Promise<CallbackReason | undefined> {
  if (!isSecretOf(deps, list, secret)) return 'wrong-secret';
  if (!(await isAllowedSender(sender, list.senders))) return 'foreign-sender';
  if (list.method !== 'any' && list.method !== method) return 'wrong-method';
  return list.isOn ? undefined : 'list-off';
}

type Received = {
  list: ListRow;
  values: CallbackValues;
  sender: string;
  refusal: CallbackReason | undefined;
};

async function receiveVote(
  deps: VoteDeps,
  { list, values, sender, refusal }: Received,
): Promise<CallbackReason> {
  const rules = await getSetting(deps, voteRules);
  return transaction(deps.db, async (trx) => {
    const hashes = valuesOf(values, list.tokenParameter).map(hashSecret);
    const token = hashes.length > 0 ? await queries.findToken(trx, list.id, hashes) : undefined;
    const reason =
      refusal ??
      findVoteRefusal(list, values, token) ??
      (await reward(deps, trx, { list, token: token!, rules }));
    const line = { listId: list.id, reason, sender, tokenId: token?.id ?? null };
    await queries.insertCallback(trx, line);
    await deps.live.publish(trx, { topic: 'admin', mayWait: true });
    return reason;
  });
}

function findVoteRefusal(
  { successParameter, successValue }: ListRow,
  values: CallbackValues,
  token: TokenRow | undefined,
): CallbackReason | undefined {
  if (!token) return 'unknown-token';
  const isCounted =
    successParameter === '' || valuesOf(values, successParameter).includes(successValue);
  if (!isCounted) return 'not-counted';
  return token.isExpired ? 'expired' : undefined;
}

type Rewarded = { list: ListRow; token: TokenRow; rules: VoteRules };

async function reward(
  deps: VoteDeps,
  trx: Trx,
  { list, token, rules }: Rewarded,
): Promise<CallbackReason> {
  const { accountId, username } = token;
  if (!(await queries.lockToken(trx, token.id))) return 'unknown-token';
  if (await queries.hasVote(trx, token.id)) return 'repeated';
  if (token.isTest) return 'test';
  const turn = { accountId, listId: list.id, hours: list.intervalHours, toleranceMinutes };
  if (!(await queries.takeTurn(trx, turn))) return 'too-early';
  const { days, isNewDay } = await queries.countDay(trx, accountId);
  const hasBonus = isNewDay && rules.streakDays > 0 && days % rules.streakDays === 0;
  const bonus = hasBonus ? rules : { coins: 0, shopItemId: null };
  const give = async (shopItemId: number | null) =>
    shopItemId === null ? undefined : giveItem(trx, { accountId, shopItemId });
  const item = await give(list.shopItemId);
  const bonusItem = await give(bonus.shopItemId);
  const voteId = await queries.insertVote(trx, {
    token_id: token.id,
    list_id: list.id,
    list_name: list.name,
    account_id: accountId,
    coins: list.coins,
    purchase_id: item?.purchaseId ?? null,
    streak: days,
    streak_coins: bonus.coins,
    streak_purchase_id: bonusItem?.purchaseId ?? null,
  });
  const common = { accountId, kind: 'vote', book: 'votes' } as const;
  const memo = `Vote on ${list.name}`;
  if (list.coins > 0) {
    await moveCoins(deps, trx, { ...common, ref: String(voteId), amount: list.coins, memo });
  }
  if (bonus.coins > 0) {
    const forStreak = { ref: `${voteId}:streak`, amount: bonus.coins };
    await moveCoins(deps, trx, { ...common, ...forStreak, memo: `Voted ${days} days in a row` });
  }
  if (rules.tellGames) {
    const args = { player: username, list: list.name, streak: days };
    await queueCommand(deps, trx, { type: 'vote', args, actor: siteActor });
  }
  await deps.live.publish(trx, { topic: 'me', accountId });
  await deps.live.publish(trx, { topic: 'votes' });
  return 'rewarded';
}

/** A callback as the list would send it, with a test token: it is checked and logged, but not rewarded. */
export async function sendTestCallback(
  deps: VoteDeps,
  actor: Actor & { id: number },
  listId: number,
): Promise<{ reason: CallbackReason }> {
  const list = await findList(deps.db, listId);
  if (!list) throw listNotFound();
  const token = await createToken(deps.db, { list, accountId: actor.id, isTest: true });
  const firstOf = (names: string) => names.toLowerCase().split(',')[0]?.trim() ?? '';
  const values = new Map([
    [firstOf(list.tokenParameter) || 'token', token],
    [firstOf(list.successParameter), list.successValue],
  ]);
  const refusal = list.isOn ? undefined : 'list-off';
  const reason = await receiveVote(deps, { list, values, sender: 'test', refusal });
  await change(deps, actor, 'admin', async (_trx, audit) => {
    audit('votes/callback-tested', listId, { after: { name: list.name, reason } });
  });
  return { reason };
}

export async function listCallbacks({ db }: Pick<Deps, 'db'>, page: number) {
  const total = await queries.countCallbacks(db);
  const lines = await queries.findCallbacks(db, rowsOf(page, linesPerPage));
  return {
    callbacks: lines.map((line) => ({ ...withIsoDates(line), canRetry: canRetry(line) })),
    ...pagingOf(page, linesPerPage, total),
  };
}

type Line = NonNullable<Awaited<ReturnType<typeof queries.findCallback>>>;

function canRetry({ reason, tokenId }: Pick<Line, 'reason' | 'tokenId'>): boolean {
  return tokenId !== null && retryReasons.includes(reason);
}

/** An admin decides that the vote counts. One reward per token and interval holds all the same. */
export async function retryCallback(
  deps: VoteDeps,
  actor: Actor,
  id: number,
): Promise<{ reason: CallbackReason }> {
  const rules = await getSetting(deps, voteRules);
  return change(deps, actor, 'admin', async (trx, audit) => {
    const line = await queries.findCallback(trx, id);
    const token =
      line?.tokenId && canRetry(line) ? await queries.findTokenById(trx, line.tokenId) : undefined;
    const list = token && (await findList(trx, token.listId));
    if (!line || !token || !list) {
      throw new AppError('votes/not-retryable', 'This callback can no longer be rewarded.');
    }
    const reason = await reward(deps, trx, { list, token, rules });
    await queries.updateCallback(trx, id, reason);
    const about = { list: list.name, player: token.username };
    audit('votes/callback-retried', id, {
      before: { ...about, reason: line.reason },
      after: { ...about, reason },
    });
    return { reason };
  });
}

const isAddress = /^[\d.]+(?:\/\d+)?$|:/;
const keptMs = 10 * 60_000;
const known = new Map<string, { addresses: string[]; until: number }>();

/** Host names are looked up only if the address itself is not listed, and their addresses kept for ten minutes. */
async function isAllowedSender(ip: string, senders: readonly string[]): Promise<boolean> {
  if (senders.length === 0) return true;
  const listed = senders.filter((sender) => isAddress.test(sender));
  if (listed.length > 0 && isAllowedAddress(ip, listed)) return true;
  for (const host of senders.filter((sender) => !isAddress.test(sender))) {
    const addresses = await findAddresses(host);
    if (addresses.length > 0 && isAllowedAddress(ip, addresses)) return true;
  }
  return false;
}

async function findAddresses(host: string): Promise<string[]> {
  const kept = known.get(host);
  if (kept && kept.until > Date.now()) return kept.addresses;
  try {
    const found = await within(2000, lookup(host, { all: true }));
    if (found === late) return kept?.addresses ?? [];
    const addresses = found.map(({ address }) => address);
    known.set(host, { addresses, until: Date.now() + keptMs });
    return addresses;
  } catch {
    return kept?.addresses ?? [];
  }
}
