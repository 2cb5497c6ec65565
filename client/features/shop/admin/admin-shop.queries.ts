import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read, readPage } from '#client/lib/read.ts';
import type { ManagedOrder, OrderFilter } from '#shared/payments.ts';
import type { ItemDraft, LoggedPurchase, ManagedItem, PurchaseFilter } from '#shared/shop.ts';

export const managedItemsQuery = read('shop', 'GET /api/admin/shop/items', {});

/** Without an id, only which servers there are. */
export function deliverersQuery(itemId: number | undefined) {
  return readPage('shop', 'GET /api/admin/servers/deliverers', { query: { itemId } });
}

export function gameItemsQuery(search: string) {
  return readPage('shop', 'GET /api/admin/servers/items', { query: { search } });
}

export const siteSettingsQuery = read('site', 'GET /api/admin/settings', {});

export async function setShopOpen(shopOpen: boolean): Promise<void> {
  const settings = await call('PATCH /api/admin/settings', { body: { shopOpen } });
  queryClient.setQueryData(siteSettingsQuery.queryKey, settings);
}

/** Creates an item, or updates the version that was opened. */
export async function saveShopItem(
  draft: ItemDraft,
  opened: ManagedItem | undefined,
): Promise<ManagedItem> {
  const saved = await (opened
    ? call('PUT /api/admin/shop/items/{id}', {
        params: { id: opened.id },
        body: { ...draft, version: opened.version, stockSeen: opened.stock },
      })
    : call('POST /api/admin/shop/items', { body: draft }));
  await invalidateShop();
  return saved;
}

export async function setShopItemEnabled(id: string, enabled: boolean): Promise<void> {
  await call('PATCH /api/admin/shop/items/{id}/enabled', { params: { id }, body: { enabled } });
  await invalidateShop();
}

export async function deleteShopItem(id: string): Promise<void> {
  await call('DELETE /api/admin/shop/items/{id}', { params: { id } });
  await invalidateShop();
}

/** Shows the new order immediately, then replaces it with the server's answer. */
export async function reorderShopItems(items: readonly ManagedItem[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: managedItemsQuery.queryKey });
  queryClient.setQueryData(managedItemsQuery.queryKey, [...items]);
  try {
    const ordered = await call('PUT /api/admin/shop/order', {
      body: { ids: items.map(({ id }) => id) },
    });
    queryClient.setQueryData(managedItemsQuery.queryKey, ordered);
  } catch (error) {
    await invalidateShop();
    throw error;
  }
}

function invalidateShop(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['shop'] });
}

export type PurchaseSearch = PurchaseFilter & { page: number };
export type OrderSearch = OrderFilter & { page: number };

export function purchasesQuery(search: PurchaseSearch) {
  return readPage(
    'shop',
    'GET /api/admin/purchases',
    { query: search },
    {
      // The live stream notifies only the buyer of purchases and deliveries.
      refetchInterval: 15_000,
    },
  );
}

export function managedOrdersQuery(search: OrderSearch) {
  return readPage('shop', 'GET /api/admin/orders', { query: search }, { refetchInterval: 15_000 });
}

export function sumAllPurchases(filter: PurchaseFilter) {
  return call('GET /api/admin/purchases', { query: { ...filter, page: 1, totals: 'all' } });
}

export function sumAllOrders(filter: OrderFilter) {
  return call('GET /api/admin/orders', { query: { ...filter, page: 1, totals: 'all' } });
}

export async function refundPurchase(id: string): Promise<LoggedPurchase> {
  const refunded = await call('POST /api/admin/purchases/{id}/refund', { params: { id } });
  await invalidateShop();
  return refunded;
}

/** `amount` in cents. Retries with the same key refund once. */
export async function refundOrder(
  id: string,
  { amount, key }: { amount: number; key: string },
): Promise<ManagedOrder> {
  try {
    return await call('POST /api/admin/orders/{id}/refund', {
      params: { id },
      body: { amount, key },
    });
  } finally {
    // Even a rejected refund may have updated the order from the provider.
    await invalidateShop();
  }
}

export async function handleUnknownPayment(id: string, note: string): Promise<void> {
  await call('POST /api/admin/unknown-payments/{id}/handle', { params: { id }, body: { note } });
  await invalidateShop();
}
