import type { Generated, GeneratedAlways } from 'kysely';

import type { NullableJsonColumn, SetByTrigger } from '#server/db/columns.ts';
import type { DeliveryState } from '#shared/endpoints/shop.ts';
import type { ProductKind } from '#shared/rules/product-kinds.ts';

export type DeliveriesTables = {
  /** A purchase, inserted by the SQL function buy_item. Only the state of its delivery changes. */
  purchases: {
    id: SetByTrigger<number>;
    account_id: number;
    /** Null: given for something else than an item of the store. */
    shop_item_id: number | null;
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
    /** A gift: who gets the delivery. The account pays and is refunded. */
    receiver_id: number | null;
    kind: Generated<ProductKind>;
    payload: NullableJsonColumn<DeliveryPayload>;
    /** How many of the item a bundle had, for its stock. */
    units: Generated<number>;
    /** Set if it was counted by a total limit. */
    limit_round: number | null;
    /** The bundle of which this is a part, and the first purchase of the same bundle. */
    bundle_id: number | null;
    group_id: number | null;
    sale_id: number | null;
    discount_id: number | null;
    /** Without sale and discount; null: the price. */
    full_price: number | null;
    /** This delivery takes back what that purchase gave. */
    ends_id: number | null;
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

/** `value`, `endValue` and `days` of a rank, a membership or a command, or the contents of a bundle. */
export type DeliveryPayload = {
  value?: string;
  endValue?: string;
  days?: number;
  contents?: {
    shopItemId: number;
    itemId: number;
    itemName: string;
    quantity: number;
    units: number;
    tookStock: boolean;
  }[];
};
