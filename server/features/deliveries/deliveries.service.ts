import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findAccount } from '#server/features/accounts/accounts.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { BridgeDelivery } from '#shared/endpoints/bridge-deliveries.ts';
import { bridgeLimits } from '#shared/endpoints/bridge.ts';
import type { DeliveryState } from '#shared/endpoints/shop.ts';
import { AppError } from '#shared/errors.ts';

import * as deliveries from './deliveries.db.ts';

export { countWaitingDeliveries, giveItem } from './deliveries.db.ts';

/**
 * A purchase is delivered exactly once: the game saves the delivery's id in the same durable write as
 * the item, then acknowledges it. Until then the delivery is handed out again, but only to the server
 * that first claimed it, because that server's saved id prevents a second application. Other servers
 * get it only after that server reports that it did not apply it, or after an admin resends it.
 */
type DeliveryDeps = Pick<Deps, 'db' | 'live'>;

type Claim = { player: string; session: string; limit: number };
type Claimed = {
  leaseId: string | null;
  leaseUntil: string | null;
  items: BridgeDelivery[];
  hasAccount: boolean;
};

const nothingClaimed: Claimed = { leaseId: null, leaseUntil: null, items: [], hasAccount: true };

export async function claimDeliveries(
  deps: DeliveryDeps,
  serverId: number,
  { player, session, limit }: Claim,
): Promise<Claimed> {
  return transaction(deps.db, async (trx) => {
    const account = await findAccount(trx, player);
    if (!account) return { ...nothingClaimed, hasAccount: false };
    const claim = { accountId: account.id, serverId, session, limit };
    const { leaseId, leaseUntil, items } = await deliveries.claimDeliveries(trx, claim);
    if (items.length === 0) return nothingClaimed;
    if (items.some(({ isNew }) => isNew)) await publishChanges(deps, trx, [account.id]);
    return {
      leaseId,
      leaseUntil: leaseUntil.toISOString(),
      items: items.map((item) => toBridgeDelivery(item, account.username)),
      hasAccount: true,
    };
  });
}

/** A plain item has none of the later fields: old games get what they always got. */
function toBridgeDelivery(row: deliveries.ClaimedDelivery, player: string): BridgeDelivery {
  const { id, itemId, itemName, quantity, isReward, kind, payload, until, from, note } = row;
  return {
    id,
    itemId,
    itemName,
    quantity,
    isReward,
    kind: kind === 'item' ? undefined : kind,
    // A function, because `$` in a name would be special in a text.
    value: payload?.value?.replaceAll('{player}', () => player),
    days: payload?.days,
    until: until?.toISOString(),
    isEnd: row.isEnd || undefined,
    contents: payload?.contents,
    from: from ?? undefined,
    note: note ?? undefined,
  };
}

type DeliveryResult =
  | { status: 'applied' }
  | { status: 'failed'; reason: string; retryable: boolean };

export async function ackDelivery(
  deps: DeliveryDeps,
  serverId: number,
  { id, result }: { id: string; result: DeliveryResult },
): Promise<{ id: string; state: string }> {
  return transaction(deps.db, async (trx) => {
    const delivery = await lockDelivery(trx, id);
    const { state, lastFailure } = delivery;
    // The answer to the first report was lost and nothing has happened since: count it only once.
    const isFree = (state === 'queued' || state === 'attention') && delivery.serverId === null;
    if (result.status === 'failed' && isFree && lastFailure === result.reason) return { id, state };
    if (delivery.serverId !== serverId) {
      const text = 'This server does not hold that delivery: claim it first.';
      throw new AppError('bridge/delivery-not-yours', text);
    }
    if (state === 'delivered' && result.status === 'applied') return { id, state };
    if (state === 'delivered' || state === 'canceled') {
      throw new AppError('bridge/delivery-settled', `This delivery is already ${state}.`);
    }
    await publishChanges(deps, trx, [delivery.accountId]);
    if (result.status === 'applied') {
      await deliveries.markDelivered(trx, id);
      await deliveries.startGrant(trx, id);
      return { id, state: 'delivered' };
    }
    const failure = describeFailure(result, delivery.failures + 1);
    await deliveries.markFailed(trx, id, failure);
    return { id, state: failure.state };
  });
}

function describeFailure(result: { reason: string; retryable: boolean }, failures: number) {
  const isOver = !result.retryable || failures >= bridgeLimits.maxFailures;
  const state = isOver ? ('attention' as const) : ('queued' as const);
  const retryInSeconds = Math.min(600, 5 * 2 ** (failures - 1));
  return { reason: result.reason, failures, state, retryInSeconds };
}

/**
 * Only for deliveries that need attention. Safe, because a server applies an id once. If the server was
 * removed, the admin has checked whether the item arrived.
 */
export async function resendDelivery(deps: DeliveryDeps, actor: Actor, id: string): Promise<void> {
  await change(deps, actor, [], async (trx, audit) => {
    const delivery = await lockDelivery(trx, id);
    if (delivery.state !== 'attention') {
      throw new AppError('bridge/nothing-to-resend', explainNotResendable(delivery.state));
    }
    await deliveries.requeueDelivery(trx, id);
    audit('deliveries/resent', id, {
      before: { state: delivery.state, failures: delivery.failures, reason: delivery.lastFailure },
      after: { state: 'queued' },
    });
    await publishChanges(deps, trx, [delivery.accountId]);
  });
}

function explainNotResendable(state: string): string {
  if (state === 'delivered') return 'This item has already arrived in the game.';
  if (state === 'canceled') return 'This purchase was canceled.';
  return 'This delivery is still in progress: the player receives it at the next login.';
}

/** For refunds, in their transaction. If the delivery cannot be canceled, `state` says why. */
export async function cancelDelivery(
  trx: Db,
  id: string,
): Promise<{ isCanceled: boolean; state: DeliveryState }> {
  const { state, serverId, isEnd, canEnd } = await lockDelivery(trx, id);
  // It takes back what was given: only an admin who has looked in the game may cancel it.
  if (isEnd && state !== 'attention') return { isCanceled: false, state };
  if (state === 'delivered' && canEnd) {
    await deliveries.markCanceled(trx, id);
    await deliveries.endGrant(trx, id);
    return { isCanceled: true, state: 'canceled' };
  }
  // The lease has expired, but that game server may have delivered the item.
  if (state === 'queued' && serverId !== null) return { isCanceled: false, state: 'claimed' };
  if (state !== 'queued' && state !== 'attention') return { isCanceled: false, state };
  await deliveries.markCanceled(trx, id);
  return { isCanceled: true, state: 'canceled' };
}

async function lockDelivery(trx: Db, id: string) {
  const delivery = await deliveries.lockDelivery(trx, id);
  if (delivery) return delivery;
  throw new AppError('bridge/delivery-not-found', 'There is no such delivery.');
}

export async function returnExpiredLeases(deps: DeliveryDeps): Promise<void> {
  await transaction(deps.db, async (trx) => {
    await publishChanges(deps, trx, await deliveries.returnExpiredLeases(trx));
  });
}

export async function flagDeliveriesForReview(
  deps: Pick<Deps, 'live'>,
  trx: Db,
  serverId: number,
): Promise<void> {
  const reason = 'Its game server was removed. Check in the game whether it arrived.';
  await publishChanges(deps, trx, await deliveries.flagDeliveriesForReview(trx, serverId, reason));
}

async function publishChanges(
  { live }: Pick<Deps, 'live'>,
  trx: Db,
  accountIds: number[],
): Promise<void> {
  for (const accountId of accountIds) await live.publish(trx, { topic: 'me', accountId });
  if (accountIds.length > 0) await live.publish(trx, { topic: 'admin' });
}
