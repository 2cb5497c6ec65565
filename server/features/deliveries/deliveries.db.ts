import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';

import { isFor, purchaseIdOf } from '#server/db/expressions.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import type { BridgeDelivery } from '#shared/endpoints/bridge-deliveries.ts';
import { bridgeLimits } from '#shared/endpoints/bridge.ts';
import type { ProductKind } from '#shared/rules/product-kinds.ts';

import type { DeliveryPayload } from './deliveries.tables.ts';

export type ClaimedDelivery = Pick<BridgeDelivery, 'id' | 'itemId' | 'itemName' | 'quantity'> & {
  isReward: boolean;
  kind: ProductKind;
  payload: DeliveryPayload | null;
  isEnd: boolean;
  until: Date | null;
  from: string | null;
  note: string | null;
  place: number;
  leaseUntil: Date;
  isNew: boolean;
};

type Claim = { accountId: number; serverId: number; session: string; limit: number };

/**
 * Claims the player's queued deliveries, and again those that this game session already holds. A
 * delivery that another server has claimed may have been applied there, so it stays with that server. A
 * delivery that no server has claimed is offered only to servers that may deliver its item. Ends come first: the same
 * rank or membership may have been bought again.
 */
export async function claimDeliveries(db: Db, { accountId, serverId, session, limit }: Claim) {
  const leaseId = randomUUID();
  const { rows } = await sql<ClaimedDelivery>`
    with chosen as (
      select id, state from purchases
      where ${isFor(accountId)}
        and (
          state = 'queued' and (retry_at is null or retry_at <= now())
            and (server_id = ${serverId}
              or server_id is null and may_deliver(${serverId}, purchases))
            and not is_other_held(purchases, ${serverId})
          or state = 'claimed' and server_id = ${serverId} and lease_session = ${session}
        )
      order by ends_id is null, id
      limit ${limit}
      for update skip locked
    )
    update purchases set
      state = 'claimed',
      claimed_at = case when chosen.state = 'claimed' then claimed_at else now() end,
      server_id = ${serverId},
      lease_id = ${leaseId},
      lease_session = ${session},
      lease_until = now() + make_interval(secs => ${bridgeLimits.leaseSeconds})
    from chosen
    where purchases.id = chosen.id
    returning delivery_id as id, purchases.id as place, item_id as "itemId", item_name as "itemName", quantity,
      price = 0 and ends_id is null as "isReward", lease_until as "leaseUntil", chosen.state = 'queued' as "isNew",
      kind, payload, ends_id is not null as "isEnd", 
      case when payload ? 'days' then grant_start(purchases) + make_interval(days => (payload ->> 'days')::integer) end as until,
      (select username from accounts where accounts.id = account_id and receiver_id is not null) as "from",
      (select note from gift_notes where purchase_id = coalesce(group_id, purchases.id)) as note`.execute(
    db,
  );
  const leaseUntil = rows[0]?.leaseUntil ?? new Date();
  // An update returns its rows in no particular order.
  rows.sort((a, b) => Number(b.isEnd) - Number(a.isEnd) || a.place - b.place);
  return { leaseId, leaseUntil, items: rows };
}

/** Undefined if there is no such item. */
export async function giveItem(
  db: Db,
  { accountId, shopItemId }: { accountId: number; shopItemId: number },
): Promise<{ purchaseId: number; itemName: string } | undefined> {
  const { rows } = await sql<{ purchaseId: number | null; itemName: string }>`
    select purchase_id as "purchaseId", item_name as "itemName"
    from give_item(${accountId}, ${shopItemId})`.execute(db);
  const [given] = rows;
  return given?.purchaseId ? { ...given, purchaseId: given.purchaseId } : undefined;
}

/** How many deliveries wait for the player on this server, held ones included. */
export async function countWaitingDeliveries(
  db: Db,
  { accountId, serverId }: { accountId: number; serverId: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from purchases
    where ${isFor(accountId)} and state in ('queued', 'claimed')
      and (server_id = ${serverId} or server_id is null and may_deliver(${serverId}, purchases))`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export function lockDelivery(db: Db, id: string) {
  return db
    .selectFrom('purchases')
    .select([
      sql<number>`coalesce(receiver_id, account_id)`.as('accountId'),
      'item_name as itemName',
      'state',
      'server_id as serverId',
      'failures',
      'last_failure as lastFailure',
      sql<boolean>`ends_id is not null`.as('isEnd'),
      sql<boolean>`can_end(purchases)`.as('canEnd'),
    ])
    .where('id', '=', purchaseIdOf(id))
    .forUpdate()
    .executeTakeFirst();
}

const now = sql<Date>`now()`;
const noLease = { lease_id: null, lease_until: null, lease_session: null } as const;

/** Ends the lease too. */
async function updateDelivery(
  db: Db,
  id: string,
  change: UpdateObject<Schema, 'purchases'>,
): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ ...change, ...noLease })
    .where('id', '=', purchaseIdOf(id))
    .execute();
}

export function markDelivered(db: Db, id: string): Promise<void> {
  return updateDelivery(db, id, { state: 'delivered', delivered_at: now });
}

const anyServer = sql<number | null>`case when ends_id is not null then server_id end`;

type Failure = { reason: string; failures: number; state: 'queued' | 'attention' };

/** The server did not apply it, so any server may claim it next. Only the server that gave something can end it. */
export function markFailed(
  db: Db,
  id: string,
  { reason, failures, state, retryInSeconds }: Failure & { retryInSeconds: number },
): Promise<void> {
  const retryAt = sql<Date>`now() + make_interval(secs => ${retryInSeconds})`;
  const change = { state, failures, last_failure: reason, retry_at: retryAt, server_id: anyServer };
  return updateDelivery(db, id, change);
}

export function requeueDelivery(db: Db, id: string): Promise<void> {
  return updateDelivery(db, id, {
    state: 'queued',
    failures: 0,
    retry_at: null,
    server_id: anyServer,
  });
}

/** A rank or a membership may have been delivered; delivery_events still say when. */
export function markCanceled(db: Db, id: string): Promise<void> {
  return updateDelivery(db, id, { state: 'canceled', canceled_at: now, delivered_at: null });
}

/** Does nothing for items. */
export async function startGrant(db: Db, id: string): Promise<void> {
  await sql`
    select start_grant(purchases) from purchases where id = ${purchaseIdOf(id)}`.execute(db);
}

export async function endGrant(db: Db, id: string): Promise<void> {
  await sql`select end_grant(${purchaseIdOf(id)})`.execute(db);
}

/** The deliveries are queued again, but stay with the server that claimed them. */
export async function returnExpiredLeases(db: Db): Promise<number[]> {
  const released = await db
    .updateTable('purchases')
    .set({ state: 'queued', ...noLease })
    .where('state', '=', 'claimed')
    .where('lease_until', '<=', sql<Date>`now()`)
    .returning(sql<number>`coalesce(receiver_id, account_id)`.as('accountId'))
    .execute();
  return [...new Set(released.map(({ accountId }) => accountId))];
}

/** A removed server can no longer report what it applied: an admin must check. */
export async function flagDeliveriesForReview(
  db: Db,
  serverId: number,
  reason: string,
): Promise<number[]> {
  const flagged = await db
    .updateTable('purchases')
    .set((row) => ({
      state: 'attention',
      failures: row('failures', '+', 1),
      last_failure: reason,
      ...noLease,
    }))
    .where('server_id', '=', serverId)
    .where('state', 'in', ['queued', 'claimed'])
    .returning(sql<number>`coalesce(receiver_id, account_id)`.as('accountId'))
    .execute();
  return [...new Set(flagged.map(({ accountId }) => accountId))];
}
