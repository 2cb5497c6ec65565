import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';

import type { SanctionKind } from '#shared/endpoints/players.ts';
import type { PurchaseState } from '#shared/endpoints/shop.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

/** Balance subquery; 0 without a wallet row. */
export function selectBalance(accountColumn: string): RawBuilder<number> {
  return sql<number>`coalesce((
    select balance from wallets where wallets.account_id = ${sql.ref(accountColumn)}
  ), 0)`;
}

/**
 * Does what `in` does, but reads `ids` once whatever the planner believes. With old statistics a
 * join read a page of 20,000 rows again for every row of the table.
 */
export function isAnyOf(column: string, ids: Expression<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any (array(${ids}))`;
}

/** Whole UTC days such as 2026-11-20, both included. */
export function isInDays(
  column: string,
  from: string | undefined,
  until: string | undefined,
): RawBuilder<boolean> {
  const at = sql.ref(column);
  const start = from ? sql`${at} >= ${from}::date at time zone 'UTC'` : sql`true`;
  const end = until ? sql`${at} < (${until}::date + 1) at time zone 'UTC'` : sql`true`;
  return sql<boolean>`${start} and ${end}`;
}

/** `player` is a part of the name, `username` the whole name. */
export function isOfPlayer(
  accountColumn: string,
  { player, username }: { player?: string | undefined; username?: string | undefined },
): RawBuilder<boolean> {
  // LIKE, because there is an index for it.
  const part = player?.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
  const hasPart = player ? sql`username_key like ${`%${part}%`}` : sql`true`;
  const hasName = username ? sql`username_key = ${toUsernameKey(username)}` : sql`true`;
  return sql<boolean>`${sql.ref(accountColumn)} in (
    select id from accounts where ${hasPart} and ${hasName})`;
}

/** For a left join of `media`; see `pictureOf` of the media feature. */
export const pictureColumns = [
  'media.hash as mediaHash',
  'media.width as mediaWidth',
  'media.height as mediaHeight',
  'media.widths as mediaWidths',
] as const;

/** The id that the game uses for the delivery. */
export function selectDeliveryId(table: string) {
  return sql<string>`${sql.ref(`${table}.delivery_id`)}`.as('deliveryId');
}

/** The deliveries that this player gets: own purchases and gifts from others. Each part has an index. */
export function isFor(accountId: number): RawBuilder<boolean> {
  return sql<boolean>`(purchases.account_id = ${accountId} and purchases.receiver_id is null
    or purchases.receiver_id = ${accountId})`;
}

/** Typed text as a uuid. Text that is not one becomes null, which matches no id. */
export function asUuid(text: string): RawBuilder<string | null> {
  const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
  return sql`${isUuid ? text : null}::uuid`;
}

/** Null for an unknown delivery. */
export function purchaseIdOf(deliveryId: string): RawBuilder<number> {
  return sql<number>`purchase_id_of(${deliveryId}::uuid)`;
}

/** Cancelling the delivery refunds the purchase. */
export function purchaseStateOf(table: string): RawBuilder<PurchaseState> {
  const state = sql.ref(`${table}.state`);
  return sql<PurchaseState>`case when ${state} = 'canceled' then 'refunded' else 'bought' end`;
}

/** Neither lifted nor expired. Uses the database clock: a sanction ends on time even if no job has run. */
export function sanctionInForce(table: string): RawBuilder<boolean> {
  const expiresAt = sql.ref(`${table}.expires_at`);
  return sql<boolean>`(${sql.ref(`${table}.lifted_at`)} is null
    and (${expiresAt} is null or ${expiresAt} > now()))`;
}

export function selectKindsInForce(accountColumn: string): RawBuilder<SanctionKind[]> {
  return sql<SanctionKind[]>`array(
    select kind from sanctions
    where sanctions.account_id = ${sql.ref(accountColumn)} and ${sanctionInForce('sanctions')}
  )`;
}

/** The single permissions that count now, in a fixed order. Players' sessions do not read the table. */
export function selectPermissions(accounts: string): RawBuilder<StaffPermission[]> {
  return sql<
    StaffPermission[]
  >`case when ${sql.ref(`${accounts}.user_rights`)} in (1, 2) then array(
    select permission from account_permissions
    where account_permissions.account_id = ${sql.ref(`${accounts}.id`)} order by permission
  ) else '{}' end`;
}
