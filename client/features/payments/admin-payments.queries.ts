import { call } from '#client/lib/api.ts';
import { change } from '#client/lib/change.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read, readPage } from '#client/lib/read.ts';
import type { OrderFilter } from '#shared/endpoints/payments.ts';
import type { TopUpSettings } from '#shared/endpoints/top-up.ts';

export function managedOrdersQuery(search: OrderFilter & { page: number }) {
  return readPage('shop', 'GET /api/admin/orders', { query: search }, { refetchInterval: 15_000 });
}

export function sumAllOrders(filter: OrderFilter) {
  return call('GET /api/admin/orders', { query: { ...filter, page: 1, totals: 'all' } });
}

/** `amount` in cents. Retries with the same key refund once. */
export function refundOrder(id: string, body: { amount: number; key: string }) {
  return change('shop', 'POST /api/admin/orders/{id}/refund', { params: { id }, body });
}

export const topUpSettingsQuery = read('site', 'GET /api/admin/top-ups', {});

export async function updateTopUpSettings(body: TopUpSettings): Promise<void> {
  const saved = await call('PUT /api/admin/top-ups', { body });
  queryClient.setQueryData(topUpSettingsQuery.queryKey, saved);
}
