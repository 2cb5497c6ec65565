import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { handleUnknownPayment, listManagedOrders, refundOrder } from '#shared/payments.ts';
import type { ManagedOrder, OrderFilter } from '#shared/payments.ts';
import {
  createShopItem,
  deleteShopItem,
  enableShopItem,
  listManagedItems,
  listPurchases,
  orderShopItems,
  refundPurchase,
  updateShopItem,
} from '#shared/shop.ts';
import type { ItemDraft, LoggedPurchase, ManagedItem, PurchaseFilter } from '#shared/shop.ts';
import { getSiteSettings, updateSiteSettings } from '#shared/site-settings.ts';
import type { SiteSettings } from '#shared/site-settings.ts';

export const managedItemsQuery = queryOptions({
  queryKey: ['shop', 'managed'],
  queryFn: ({ signal }) => call(listManagedItems, {}, { signal }),
});

export const siteSettingsQuery = queryOptions({
  queryKey: ['site', 'settings'],
  queryFn: ({ signal }) => call(getSiteSettings, {}, { signal }),
});

export async function setShopOpen(shopOpen: boolean): Promise<SiteSettings> {
  const settings = await call(updateSiteSettings, { body: { shopOpen } });
  queryClient.setQueryData(siteSettingsQuery.queryKey, settings);
  return settings;
}

/** Creates an item, or updates the version that was opened. */
export async function saveItem(
  draft: ItemDraft,
  opened: ManagedItem | undefined,
): Promise<ManagedItem> {
  const saved = await (opened
    ? call(updateShopItem, {
        params: { id: opened.id },
        body: { ...draft, version: opened.version, stockSeen: opened.stock },
      })
    : call(createShopItem, { body: draft }));
  await readAgain();
  return saved;
}

export async function setItemEnabled(id: string, enabled: boolean): Promise<void> {
  await call(enableShopItem, { params: { id }, body: { enabled } });
  await readAgain();
}

export async function removeItem(id: string): Promise<void> {
  await call(deleteShopItem, { params: { id } });
  await readAgain();
}

/** Shows the new order immediately, then replaces it with the server's answer. */
export async function saveOrder(items: readonly ManagedItem[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: managedItemsQuery.queryKey });
  queryClient.setQueryData(managedItemsQuery.queryKey, [...items]);
  try {
    const ordered = await call(orderShopItems, { body: { ids: items.map(({ id }) => id) } });
    queryClient.setQueryData(managedItemsQuery.queryKey, ordered);
  } catch (error) {
    await readAgain();
    throw error;
  }
}

function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['shop'] });
}

export type PurchaseSearch = PurchaseFilter & { page: number };
export type OrderSearch = OrderFilter & { page: number };

export function purchasesQuery(search: PurchaseSearch) {
  return queryOptions({
    queryKey: ['shop', 'purchases', search],
    queryFn: ({ signal }) => call(listPurchases, { query: search }, { signal }),
    placeholderData: keepPreviousData,
    // The live stream notifies only the buyer of purchases and deliveries.
    refetchInterval: 15_000,
  });
}

export function managedOrdersQuery(search: OrderSearch) {
  return queryOptions({
    queryKey: ['shop', 'orders', search],
    queryFn: ({ signal }) => call(listManagedOrders, { query: search }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
}

export async function givePurchaseBack(id: string): Promise<LoggedPurchase> {
  const refunded = await call(refundPurchase, { params: { id } });
  await readAgain();
  return refunded;
}

/** `amount` in cents. Retries with the same key refund once. */
export async function giveOrderBack(
  id: string,
  { amount, key }: { amount: number; key: string },
): Promise<ManagedOrder> {
  try {
    return await call(refundOrder, { params: { id }, body: { amount, key } });
  } finally {
    // Even a rejected refund may have updated the order from the provider.
    await readAgain();
  }
}

export async function markHandled(id: string, note: string): Promise<void> {
  await call(handleUnknownPayment, { params: { id }, body: { note } });
  await readAgain();
}
