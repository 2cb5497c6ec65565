import type { Deps } from '#server/deps.ts';
import { csvStart, toCsvLine } from '#server/lib/files/csv.ts';
import type { RevenueFilter } from '#shared/endpoints/revenue.ts';

import { sumRevenue, sumRevenueDays } from './revenue.db.ts';

const usualDays = 30;

export async function getRevenue({ db }: Pick<Deps, 'db'>, filter: RevenueFilter) {
  const days = withDays(filter);
  return { rows: await sumRevenue(db, days), days: await sumRevenueDays(db, days) };
}

export async function writeRevenueCsv(
  { db }: Pick<Deps, 'db'>,
  filter: RevenueFilter,
): Promise<string> {
  const rows = await sumRevenue(db, withDays(filter));
  const lines = rows.map((row) => [row.name, row.purchases, row.coins, row.saved, row.refunded]);
  const head = ['Name', 'Purchases', 'Coins', 'Saved', 'Refunded'];
  return csvStart + [head, ...lines].map(toCsvLine).join('');
}

function withDays({ by, from, until = toDay(Date.now()) }: RevenueFilter) {
  return { by, from: from ?? toDay(Date.parse(until) - (usualDays - 1) * 86_400_000), until };
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
