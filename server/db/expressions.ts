import { type RawBuilder, sql } from 'kysely';

// What several features read of the same tables in the same way.

/** Of the account whose id stands in that column; who never had coins has no wallet. */
export function selectBalance(accountColumn: string): RawBuilder<number> {
  return sql<number>`coalesce((
    select balance from wallets where wallets.account_id = ${sql.ref(accountColumn)}
  ), 0)`;
}

/** What the game calls the delivery of the purchase. */
export function selectDeliveryId(table: string) {
  return sql<string>`${sql.ref(`${table}.delivery_id`)}`.as('deliveryId');
}

/** The game names a delivery; null, and so none, where it is not one of ours. */
export function purchaseIdOf(deliveryId: string): RawBuilder<number> {
  return sql<number>`purchase_id_of(${deliveryId}::uuid)`;
}

type PurchaseState = 'bought' | 'refunded';

/** A purchase whose delivery was canceled has been given back. */
export function purchaseStateOf(table: string): RawBuilder<PurchaseState> {
  const state = sql.ref(`${table}.state`);
  return sql<PurchaseState>`case when ${state} = 'canceled' then 'refunded' else 'bought' end`;
}
