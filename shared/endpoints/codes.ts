import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import {
  IdNumber,
  isoTimestamp,
  line,
  Moment,
  PageQuery,
  Paging,
  wholeNumber,
} from '../schemas.ts';

const endpoint = endpointsOf('Shop');

export const codeLimits = { name: 60, count: 1000, coins: 1_000_000, uses: 1_000_000, word: 24 };

export const redeemCode = endpoint('POST /api/shop/codes/redeem', {
  access: 'login',
  isOnlyForStaying: true,
  summary: 'Redeem a code. An account can try ten wrong codes per hour.',
  body: z.object({ code: line(100, 'Enter a code.') }),
  /** Says what the code gave. */
  response: z.object({ message: z.string() }),
  limit: { max: 60, seconds: 60 },
});

const CodeKind = z.enum(['coins', 'item', 'percent']);
export type CodeKind = z.infer<typeof CodeKind>;

const wordText = `Use 4 to ${codeLimits.word} letters and digits.`;
const valueText = 'Use a whole number: 1 to 99 percent, or at most a million coins.';

export type CodeDraft = z.infer<typeof CodeDraft>;
export const CodeDraft = z
  .object({
    /** Players see it in their statement. */
    name: line(codeLimits.name, 'Give the codes a name.'),
    kind: CodeKind,
    /** Coins, percent off the next purchase, or the id of an item of the store. */
    value: IdNumber,
    /** Instead of random codes. */
    word: z.nullable(z.string().check(z.trim(), z.regex(/^[a-z0-9]{4,24}$/i, wordText))),
    count: wholeNumber(1, codeLimits.count),
    /** How often each code can be used; null: no limit. */
    uses: z.nullable(wholeNumber(1, codeLimits.uses)),
    /** Uses of all these codes by one player. */
    perPlayer: wholeNumber(1, codeLimits.uses),
    expiresAt: z.nullable(isoTimestamp('Choose a date and time.')),
  })
  .check(
    z.refine(
      ({ kind, value }) => kind === 'item' || value <= (kind === 'coins' ? codeLimits.coins : 99),
      { path: ['value'], error: valueText },
    ),
    z.refine(({ kind, word }) => kind === 'percent' || word === null, {
      path: ['word'],
      error: 'Coins and items need random codes.',
    }),
    z.refine(({ kind, uses }) => kind === 'percent' || uses !== null, {
      path: ['uses'],
      error: 'Coins and items need a limit.',
    }),
  );

const given = { kind: CodeKind, value: z.int(), itemName: z.nullable(z.string()) };

export type CodeBatch = z.infer<typeof CodeBatch>;
export const CodeBatch = z.object({
  id: z.int(),
  name: z.string(),
  ...given,
  word: z.nullable(z.string()),
  /** Number of codes, how often they were used, and how often they can be; null: no limit. */
  codes: z.int(),
  used: z.int(),
  uses: z.nullable(z.int()),
  perPlayer: z.int(),
  expiresAt: z.nullable(Moment),
  isOn: z.boolean(),
});

export const listCodeBatches = endpoint('GET /api/admin/shop/codes', {
  summary: 'Batches of codes, newest first, and the items that a code can give.',
  query: PageQuery,
  response: z.object({
    batches: z.array(CodeBatch),
    items: z.array(z.object({ id: z.int(), name: z.string() })),
    ...Paging,
  }),
});

export const createCodes = endpoint('POST /api/admin/shop/codes', {
  freshMinutes: adminFreshMinutes,
  summary: 'Make a batch of codes. They are only in this answer: the site stores their hashes.',
  body: CodeDraft,
  response: z.object({ batch: CodeBatch, codes: z.array(z.string()) }),
});

export const setCodesOn = endpoint('PATCH /api/admin/shop/codes/{id}', {
  summary: 'Switch the codes of a batch on or off.',
  body: z.object({ isOn: z.boolean() }),
  response: CodeBatch,
});

export type CodeUse = z.infer<typeof CodeUse>;
export const CodeUse = z.object({
  id: z.int(),
  at: Moment,
  /** Null: the account was deleted. */
  player: z.nullable(z.string()),
  batch: z.string(),
  /** The chosen word, or the last four characters. */
  code: z.string(),
  ...given,
});

export const listCodeUses = endpoint('GET /api/admin/shop/codes/uses', {
  summary: 'Who used which code, newest first.',
  query: PageQuery,
  response: z.object({ uses: z.array(CodeUse), ...Paging }),
});
