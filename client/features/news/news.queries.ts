import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { homeNewsCount } from '#shared/news-display.ts';
import type { NewsCard } from '#shared/news.ts';

export type NewsFilter = { limit: number; page: number; category: NewsCard['category'] | null };

export function newsListQuery(filter: NewsFilter) {
  const { limit, page, category } = filter;
  return queryOptions({
    queryKey: ['news', 'list', { limit, page, category }],
    queryFn: ({ signal }) => fetchNews(filter, signal),
    placeholderData: keepPreviousData,
  });
}

export const homeNewsQuery = newsListQuery({ limit: homeNewsCount, page: 1, category: null });

export function newsPostQuery(id: string) {
  return queryOptions({
    queryKey: ['news', 'post', id],
    queryFn: ({ signal }) => call('GET /api/news/{id}', { params: { id } }, { signal }),
  });
}

/** Logs failures, because the home page shows no error. */
async function fetchNews({ limit, page, category }: NewsFilter, signal: AbortSignal) {
  const query = { limit, page, ...(category !== null && { category }) };
  try {
    return await call('GET /api/news', { query }, { signal });
  } catch (error) {
    if (!signal.aborted) console.warn('Fetching the news failed.', error);
    throw error;
  }
}
