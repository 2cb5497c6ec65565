import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import type { AuditFilter } from '#shared/audit.ts';
import type { ChartRange } from '#shared/dashboard.ts';

export function paletteQuery(text: string) {
  return queryOptions({
    queryKey: ['admin', 'palette', text],
    queryFn: ({ signal }) => call('GET /api/admin/search', { query: { q: text } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Admin changes arrive at once through the live stream; this picks up what players do. */
const refetchInterval = 15_000;

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => call('GET /api/admin/overview', {}, { signal }),
  refetchInterval,
});

export async function runLedgerCheck(): Promise<boolean> {
  const { check } = await call('POST /api/admin/ledger-check', {});
  await queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey });
  return check.isSound;
}

export function chartsQuery(days: ChartRange) {
  return queryOptions({
    queryKey: ['admin', 'charts', days],
    queryFn: ({ signal }) =>
      call('GET /api/admin/charts', { query: { days: `${days}` } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 4 * refetchInterval,
  });
}

export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /api/admin/audit',
        { query: { ...filter, ...(pageParam && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

export const auditActionsQuery = queryOptions({
  queryKey: ['admin', 'audit-actions'],
  queryFn: ({ signal }) => call('GET /api/admin/audit/actions', {}, { signal }),
});
