import { newsCategories } from '#shared/news-display.ts';
import type { NewsCard } from '#shared/news.ts';

export type ListSearch = { page: number; category: NewsCard['category'] | null };

const lastPage = 10_000;

/** Ignores invalid values in the address. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const page = Number.isInteger(search.page) ? Number(search.page) : 1;
  return {
    page: page >= 1 && page <= lastPage ? page : 1,
    category: newsCategories.find((category) => category === search.category) ?? null,
  };
}

/** Leaves out defaults. */
export function toSearch({ page, category }: ListSearch): { page?: number; category?: string } {
  return { ...(page > 1 && { page }), ...(category !== null && { category }) };
}
