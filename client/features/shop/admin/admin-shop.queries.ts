import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { change } from '#client/lib/change.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read, readPage } from '#client/lib/read.ts';
import type { SaleDraft, ShopSale } from '#shared/endpoints/sales.ts';
import type { ItemDraft, ManagedItem, PurchaseFilter } from '#shared/endpoints/shop.ts';

export const managedItemsQuery = read('shop', 'GET /api/admin/shop/items', {});

/** Without an id, only which servers there are. */
export function deliverersQuery(itemId: number | undefined) {
  return readPage('shop', 'GET /api/admin/servers/deliverers', { query: { itemId } });
}

export function gameItemsQuery(search: string) {
  return readPage('shop', 'GET /api/admin/servers/items', { query: { search } });
}

export const categoriesQuery = read('shop', 'GET /api/admin/shop/categories', {});

export const salesQuery = read('shop', 'GET /api/admin/shop/sales', {});

/** Creates a sale, or updates the version that was opened. */
export function saveSale(sale: SaleDraft, opened: ShopSale | undefined): Promise<ShopSale> {
  if (!opened) return change('shop', 'POST /api/admin/shop/sales', { body: sale });
  const { id, version } = opened;
  const input = { params: { id }, body: { version, sale } };
  return change('shop', 'PUT /api/admin/shop/sales/{id}', input);
}

/** The saved sale with this id does not compete with the draft. */
export function salePreviewQuery(sale: SaleDraft | undefined, id: string | undefined) {
  const body = sale && { sale, ...(id !== undefined && { id: Number(id) }) };
  return queryOptions({
    queryKey: ['shop', 'sale preview', body],
    queryFn: body
      ? ({ signal }) => call('POST /api/admin/shop/sales/preview', { body }, { signal })
      : skipToken,
    placeholderData: keepPreviousData,
  });
}

/** Times in the answer are moved by the same span, so that countdowns show what players will see then. */
export function storePreviewQuery(at: string | undefined) {
  return readPage(
    'shop',
    'GET /api/admin/shop/preview',
    { query: { at } },
    {
      convert: async (answer) => {
        const { items, categories } = await answer;
        const span = at === undefined ? 0 : Date.now() - Date.parse(at);
        const move = (time: string) => new Date(Date.parse(time) + span).toISOString();
        return {
          categories,
          items: items.map((item) => ({
            ...item,
            endsAt: item.endsAt && move(item.endsAt),
            ...(item.sale && { sale: { ...item.sale, endsAt: move(item.sale.endsAt) } }),
          })),
        };
      },
    },
  );
}

export const siteSettingsQuery = read('site', 'GET /api/admin/settings', {});

export async function setShopOpen(shopOpen: boolean): Promise<void> {
  const settings = await call('PATCH /api/admin/settings', { body: { shopOpen } });
  queryClient.setQueryData(siteSettingsQuery.queryKey, settings);
}

/** Creates an item, or updates the version that was opened. */
export function saveShopItem(
  draft: ItemDraft,
  opened: ManagedItem | undefined,
): Promise<ManagedItem> {
  if (!opened) return change('shop', 'POST /api/admin/shop/items', { body: draft });
  const { id, version, stock } = opened;
  const body = { ...draft, version, stockSeen: stock };
  return change('shop', 'PUT /api/admin/shop/items/{id}', { params: { id }, body });
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
    await queryClient.invalidateQueries({ queryKey: ['shop'] });
    throw error;
  }
}

export type PurchaseSearch = PurchaseFilter & { page: number };

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

export function sumAllPurchases(filter: PurchaseFilter) {
  return call('GET /api/admin/purchases', { query: { ...filter, page: 1, totals: 'all' } });
}
