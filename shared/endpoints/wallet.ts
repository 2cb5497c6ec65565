import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { Moment, PageQuery, Paging } from '../schemas.ts';

const endpoint = endpointsOf('Wallet');

export const statementPageSize = 25;

export const ledgerKindNames = {
  topup: 'Top-up',
  clawback: 'Refunded or disputed payment',
  purchase: 'Purchase',
  refund: 'Purchase refunded',
  adjustment: 'Adjustment',
  vote: 'Vote',
  code: 'Code',
};

export type LedgerKind = keyof typeof ledgerKindNames;
// The type of keys is always string.
export const LedgerKind = z.enum(Object.keys(ledgerKindNames) as LedgerKind[]);

export type StatementEntry = z.infer<typeof StatementEntry>;
export const StatementEntry = z.object({
  id: z.string(),
  at: Moment,
  kind: LedgerKind,
  /** The id of the order, purchase, vote or use of a code, or the key of the adjustment. */
  ref: z.string(),
  memo: z.string(),
  /** Negative when coins were taken. */
  amount: z.int(),
  balance: z.int(),
});

export type Statement = z.infer<typeof Statement>;
export const Statement = z.object({
  balance: z.int(),
  /** True while the balance is below zero or a payment is disputed: the player cannot buy anything. */
  frozen: z.boolean(),
  entries: z.array(StatementEntry),
  ...Paging,
});

export const getStatement = endpoint('GET /api/wallet/statement', {
  access: 'login',
  summary: 'The caller’s coin movements, newest first.',
  query: PageQuery,
  response: Statement,
});

export const getStatementOf = endpoint('GET /api/admin/users/{username}/statement', {
  summary: 'A player’s coin movements, newest first.',
  query: PageQuery,
  response: Statement,
});

/** The result of the last ledger check: each rule with the number of times it is broken. */
export type LedgerCheck = z.infer<typeof LedgerCheck>;
export const LedgerCheck = z.object({
  at: Moment,
  isSound: z.boolean(),
  /** How many rows were checked. */
  accounts: z.int(),
  transactions: z.int(),
  orders: z.int(),
  purchases: z.int(),
  rules: z.array(
    z.object({
      name: z.string(),
      breaches: z.int(),
      examples: z.array(z.string()),
    }),
  ),
});

export const getLedgerCheck = endpoint('GET /api/admin/ledger-check', {
  summary: 'The result of the last ledger check; null before the first.',
  response: z.object({ check: z.nullable(LedgerCheck) }),
});

export const runLedgerCheck = endpoint('POST /api/admin/ledger-check', {
  summary: 'Check the ledger now.',
  response: z.object({ check: LedgerCheck }),
  limit: { max: 10, seconds: 60 },
});
