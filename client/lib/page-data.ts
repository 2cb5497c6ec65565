import type { QueryClient } from '@tanstack/react-query';

import type { PageDatum } from '#shared/site.ts';

/** Puts what the first HTML already knows into the query cache, so that the page need not ask for it. */
export function readPageData(queries: QueryClient): void {
  const block = document.getElementById('page-data')?.textContent ?? '[]';
  // Going back, the browser may show an old copy of the page: then its data is asked for again.
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
