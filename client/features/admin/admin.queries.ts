import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { read, readPage } from '#client/lib/read.ts';
import type { AuditFilter } from '#shared/endpoints/audit.ts';
import type { ChartRange } from '#shared/endpoints/dashboard.ts';
import { queryKey } from '#shared/query-key.ts';

export function paletteQuery(text: string) {
  return readPage('admin', 'GET /api/admin/search', { query: { q: text } });
}

/** Admin changes arrive at once through the live stream; this picks up what players do. */
const refetchInterval = 15_000;

export const overviewQuery = read('admin', 'GET /api/admin/overview', {}, { refetchInterval });

export function chartsQuery(days: ChartRange) {
  return readPage(
    'admin',
    'GET /api/admin/charts',
    { query: { days: `${days}` } },
    { refetchInterval: 4 * refetchInterval },
  );
}

export function auditQuery(filter: AuditFilter) {
  const route = 'GET /api/admin/audit';
  return infiniteQueryOptions({
    queryKey: queryKey('admin', route, { query: filter }),
    queryFn: ({ pageParam, signal }) =>
      call(route, { query: { ...filter, ...(pageParam && { before: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

export const auditActionsQuery = read('admin', 'GET /api/admin/audit/actions', {});
