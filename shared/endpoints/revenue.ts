import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { revenueGroups } from '../rules/revenue.ts';
import { Day } from '../schemas.ts';

const endpoint = endpointsOf('Shop', { permissions: ['shop'] });

/** `from` and `until` are whole UTC days, both included: by default the last 30 days. */
export type RevenueFilter = z.infer<typeof RevenueFilter>;
export const RevenueFilter = z.object({
  by: z._default(z.enum(revenueGroups), 'item'),
  from: z.optional(Day),
  until: z.optional(Day),
});

export type RevenueRow = z.infer<typeof RevenueRow>;
export const RevenueRow = z.object({
  id: z.int(),
  name: z.string(),
  /** A bundle is one purchase. */
  purchases: z.int(),
  /** Coins paid, and what sales and codes took off, both without refunded purchases. */
  coins: z.int(),
  saved: z.int(),
  refunded: z.int(),
});

export const getRevenue = endpoint('GET /api/admin/shop/revenue', {
  summary: 'Coins spent in the store by item, sale or code, most first, and by day.',
  query: RevenueFilter,
  response: z.object({
    rows: z.array(RevenueRow),
    /** Start of each UTC day in Unix seconds, ascending. */
    days: z.array(z.object({ day: z.int(), coins: z.int() })),
  }),
});

export const revenueCsvPath = '/api/admin/shop/revenue.csv';

export const downloadRevenue = endpoint(`GET ${revenueCsvPath}`, {
  summary: 'The same list as CSV.',
  query: RevenueFilter,
  response: z.string(),
  contentType: 'text/csv',
});
