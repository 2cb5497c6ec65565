import * as z from 'zod/mini';

import { NewsCategory } from '#shared/news.ts';
import type { NewsCard } from '#shared/news.ts';

export type ListSearch = { page: number; category: NewsCard['category'] | null };

const Page = z.int().check(z.gte(1), z.lte(10_000));

/** Ignores invalid values in the address. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const page = z.safeParse(Page, search.page);
  const category = z.safeParse(NewsCategory, search.category);
  return { page: page.data ?? 1, category: category.data ?? null };
}

/** Leaves out defaults. */
export function toSearch({ page, category }: ListSearch): { page?: number; category?: string } {
  return { ...(page > 1 && { page }), ...(category !== null && { category }) };
}
