import type { Generated } from 'kysely';

import type { DisputeState, OrderState, PaymentMode } from '#shared/endpoints/payments.ts';

export type PaymentsTables = {
  /** Top-ups. `coins`, `bonus`, `clawed` and `buy_price` are coins; all other amounts are cents. */
  orders: {
    id: Generated<string>;
    account_id: number;
    state: Generated<OrderState>;
    coins: number;
    /** Credited on top of the coins. */
    bonus: Generated<number>;
    /** The item to buy as soon as the coins are credited, at that price. */
    buy_item_id: number | null;
    buy_price: number | null;
    buy_outcome: string | null;
    amount: number;
    currency: string;
    mode: Exclude<PaymentMode, 'off'>;
    key: string | null;
    expires_at: Date;
    origin: string;
    session_id: string | null;
    checkout_url: string | null;
    payment_id: string | null;
    refunded: Generated<number>;
    disputed: Generated<number>;
    dispute: DisputeState | null;
    /** Incremented when refunded, disputed or dispute is written, or losses_due is set. */
    version: Generated<number>;
    losses_due: Generated<boolean>;
    losses_at: Date | null;
    clawed: Generated<number>;
    clawbacks: Generated<number>;
    review_reason: string | null;
    end_reason: string | null;
    canceled_at: Date | null;
    consent_version: string | null;
    consent_at: Date | null;
    consent_terms: string | null;
    created_at: Generated<Date>;
    paid_at: Date | null;
    checked_at: Date | null;
    receipt_at: Date | null;
  };
  order_refunds: {
    order_id: string;
    key: string;
    amount: number;
    refund_id: string | null;
    requested_by: string;
    requested_at: Generated<Date>;
  };
  payment_events: {
    id: string;
    type: string;
    order_id: string | null;
    outcome: string;
    created_at: Date;
    received_at: Generated<Date>;
  };
  unknown_payments: {
    id: string;
    order_id: string;
    session_id: string | null;
    player: string | null;
    amount: number;
    currency: string;
    mode: Exclude<PaymentMode, 'off'>;
    found_at: Generated<Date>;
    handled_at: Date | null;
    handled_by: string | null;
  };
};
