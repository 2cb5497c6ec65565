import type { Generated } from 'kysely';

import type { SetByTrigger } from '#server/db/columns.ts';
import type { LedgerKind } from '#shared/endpoints/wallet.ts';

export type WalletTables = {
  /** Written by the triggers on ledger and purchases; the database rejects other writes. */
  wallets: {
    account_id: number;
    balance: Generated<number>;
    open_disputes: Generated<number>;
  };
  /** Every coin movement except purchases, which are in their own table. Append-only. */
  ledger: {
    id: SetByTrigger<number>;
    account_id: number;
    /** The other side of the movement: its amount is the player's, negated. */
    book: LedgerBook;
    kind: Exclude<LedgerKind, 'purchase'>;
    ref: string;
    memo: string;
    amount: number;
    balance_after: SetByTrigger<number>;
    at: Generated<Date>;
  };
  /** Sums of days that are over; written by the SQL function sum_days. */
  ledger_days: {
    /** Midnight in UTC. */
    day: Date;
    topped_up: Generated<number>;
    returned: Generated<number>;
    first_purchase_id: number | null;
    last_purchase_id: number | null;
  };
  /** Includes canceled purchases. */
  purchase_days: {
    day: Date;
    shop_item_id: number;
    item_name: string;
    item_id: number;
    purchases: number;
    coins: number;
  };
  /** View of purchase_days with the purchases of days that are not summed yet. */
  sold_items: {
    day: Date;
    shop_item_id: number;
    item_name: string;
    item_id: number;
    purchases: number;
    coins: number;
  };
  /** View of ledger and purchases together. */
  ledger_entries: {
    id: number;
    account_id: number;
    book: LedgerBook;
    kind: LedgerKind;
    ref: string;
    memo: string;
    amount: number;
    balance_after: number;
    at: Date;
  };
};

type LedgerBook = 'topups' | 'shop' | 'adjustments' | 'votes' | 'codes';
