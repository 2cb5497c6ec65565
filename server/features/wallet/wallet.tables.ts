import type { Generated } from 'kysely';

import type { SetByTrigger } from '#server/db/columns.ts';
import type { LedgerKind } from '#shared/wallet.ts';

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

type LedgerBook = 'topups' | 'shop' | 'adjustments';
