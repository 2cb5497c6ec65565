import type { PageDatum } from '#shared/site.ts';

import { queryClient } from './query-client.ts';

/** Puts what the first HTML already knows into the query cache, so that the page need not ask for it. */
export function loadPageData(): void {
  const block = document.getElementById('page-data')?.textContent ?? '[]';
  // Going back, the browser may show an old copy of the page: then its data is asked for again.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const updatedAt = visit?.type === 'back_forward' ? 0 : Date.now();
  for (const { key, value } of JSON.parse(block) as PageDatum[]) {
    queryClient.setQueryData(key, value, { updatedAt });
  }
}
