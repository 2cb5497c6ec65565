import type { QueryClient } from '@tanstack/react-query';

import type { PageDatum } from '#shared/site.ts';

/** Puts the data embedded in the first HTML into the query cache, so that the page need not fetch it. */
export function readPageData(queries: QueryClient): void {
  const block = document.getElementById('page-data')?.textContent ?? '[]';
  // On back-navigation the browser may show an old copy of the page, so treat its data as stale.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const updatedAt = visit?.type === 'back_forward' ? 0 : Date.now();
  fillPageData(queries, JSON.parse(block) as PageDatum[], updatedAt);
}

export function fillPageData(
  queries: QueryClient,
  data: readonly PageDatum[],
  updatedAt: number,
): void {
  for (const { key, value } of data) queries.setQueryData(key, value, { updatedAt });
}
