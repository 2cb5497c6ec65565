import { read, readPage } from '#client/lib/read.ts';
import type { NewsCard } from '#shared/endpoints/news.ts';
import { homeNewsCount } from '#shared/rules/news-display.ts';

export type NewsFilter = { limit: number; page: number; category: NewsCard['category'] | null };

export function newsListQuery({ limit, page, category }: NewsFilter) {
  const query = { limit, page, ...(category !== null && { category }) };
  return readPage(
    'news',
    'GET /api/news',
    { query },
    { meta: { failure: 'Fetching the news failed.' } },
  );
}

export const homeNewsQuery = newsListQuery({ limit: homeNewsCount, page: 1, category: null });

export function newsPostQuery(id: string) {
  return read('news', 'GET /api/news/{id}', { params: { id } });
}
