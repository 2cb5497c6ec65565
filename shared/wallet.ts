import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { pageNumber } from './request-values.ts';

const tag = 'Wallet';

export const statementPageSize = 25;

export const LedgerKind = z.enum(['topup', 'clawback', 'purchase', 'refund', 'adjustment']);
export type LedgerKind = z.infer<typeof LedgerKind>;

/** In words a player reads. */
export const ledgerKindNames: Record<LedgerKind, string> = {
  topup: 'Top-off',
  clawback: 'Refunded or disputed payment',
  purchase: 'Purchase',
  refund: 'Purchase given back',
  adjustment: 'Adjustment',
};

export type StatementEntry = z.infer<typeof StatementEntry>;
export const StatementEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: LedgerKind,
  /** The order's or purchase's id, by kind. */
  ref: z.string(),
  memo: z.string(),
  /** Positive: coins came; negative: coins went. */
  amount: z.int(),
  /** What the player had after it. */
  balance: z.int(),
});

export type Statement = z.infer<typeof Statement>;
export const Statement = z.object({
  balance: z.int(),
  /** Nothing can be bought: the balance is below zero, or a payment is disputed. */
  frozen: z.boolean(),
  entries: z.array(StatementEntry),
  page: z.int(),
  pages: z.int(),
  total: z.int(),
});

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/wallet/statement',
  access: 'login',
  tag,
  summary: 'The caller’s coins: every movement, newest first.',
  query: z.object({ page: pageNumber(100_000) }),
  response: Statement,
});

export const getStatementOf = endpoint({
  method: 'GET',
  path: '/api/admin/users/{username}/statement',
  access: 'admin',
  tag,
  summary: 'A player’s coins: every movement, newest first.',
  params: z.object({ username: z.string().check(z.minLength(1), z.maxLength(40)) }),
  query: z.object({ page: pageNumber(100_000) }),
  response: Statement,
});

/** The last check of the books: every rule with how often it is broken. */
export type LedgerCheck = z.infer<typeof LedgerCheck>;
export const LedgerCheck = z.object({
  at: z.string(),
  isSound: z.boolean(),
  /** What was looked at. */
  accounts: z.int(),
  transactions: z.int(),
  orders: z.int(),
  purchases: z.int(),
  rules: z.array(
    z.object({
      name: z.string(),
      breaches: z.int(),
      /** A few of them, in words. */
      examples: z.array(z.string()),
    }),
  ),
});

export const getLedgerCheck = endpoint({
  method: 'GET',
  path: '/api/admin/ledger-check',
  access: 'admin',
  tag,
  summary: 'The last check of the books; null before the first.',
  response: z.object({ check: z.nullable(LedgerCheck) }),
});

export const runLedgerCheck = endpoint({
  method: 'POST',
  path: '/api/admin/ledger-check',
  access: 'admin',
  tag,
  summary: 'Check the books now.',
  response: z.object({ check: LedgerCheck }),
  limit: { max: 10, seconds: 60 },
});
