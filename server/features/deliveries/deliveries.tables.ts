import type { Generated, GeneratedAlways } from 'kysely';

import type { SetByTrigger } from '#server/db/columns.ts';
import type { DeliveryState } from '#shared/endpoints/shop.ts';

export type DeliveriesTables = {
  /** A purchase, inserted by the SQL function buy_item. Only the state of its delivery changes. */
  purchases: {
    id: SetByTrigger<number>;
    account_id: number;
    shop_item_id: number;
    item_name: string;
    /** The item's id in the game. */
    item_id: number;
    quantity: number;
    price: number;
    balance_after: SetByTrigger<number>;
    took_stock: boolean;
    key: string | null;
    created_at: Generated<Date>;
    /** The id that the game uses for the delivery. */
    delivery_id: SetByTrigger<string>;
    state: Generated<DeliveryState>;
    claimed_at: Date | null;
    delivered_at: Date | null;
    /** Set when the coins were refunded. */
    canceled_at: Date | null;
    server_id: number | null;
    lease_id: string | null;
    lease_until: Date | null;
    failures: Generated<number>;
    last_failure: string | null;
    /** The player's game session that claimed the delivery. */
    lease_session: string | null;
    /** After a failure: earliest time of the next attempt. */
    retry_at: Date | null;
  };
  /** State changes of a delivery after it was queued; written by a trigger on purchases. */
  delivery_events: {
    id: GeneratedAlways<number>;
    purchase_id: number;
    state: DeliveryState | 'failed';
    detail: string | null;
    at: Generated<Date>;
  };
};
