import { call } from '#client/lib/api.ts';
import { isUnanswered } from '#client/lib/new-key.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import type { Gift, PurchaseReceipt, ShopItem } from '#shared/endpoints/shop.ts';
import { priceAfter } from '#shared/rules/prices.ts';

export const shopItemsQuery = read('shop', 'GET /api/shop/items', {});

export const shelvesQuery = read('shop', 'GET /api/shop/shelves', {});

/** For visitors too. */
export const onHomeQuery = read('shop', 'GET /api/shop/on-home', {});

export const ownShopQuery = read('me', 'GET /api/shop/mine', {});

export const paymentInfoQuery = read('site', 'GET /api/shop/payments', {});

/** The item at the price that the player pays now, read again. */
export async function readOffer(id: string): Promise<ShopItem | undefined> {
  const [items, own] = await Promise.all([
    queryClient.fetchQuery({ ...shopItemsQuery, staleTime: 0 }),
    queryClient.fetchQuery({ ...ownShopQuery, staleTime: 0 }),
  ]);
  const item = items.find((one) => one.id === id);
  return item && takeOff(item, own.discount?.percent);
}

/** Takes the player's own discount off the price, as the server does when it sells. */
export function takeOff(item: ShopItem, percent = 0): ShopItem {
  if (percent === 0) return item;
  const price = priceAfter(item.price, percent, item.leastPrice);
  const saving = item.saving === undefined ? {} : { saving: item.saving + item.price - price };
  return { ...item, ...saving, price, fullPrice: item.fullPrice ?? item.price };
}

/** For the header's balance. Null removes the pin. */
export function pinItem(itemId: number | null): Promise<void> {
  return call('PUT /api/shop/pinned', { body: { itemId } });
}

const attempts = 3;

type Purchase = { item: ShopItem; buyer: string; gift: Gift | undefined; key: string };

/** Retries when there is no answer; the same key makes it the same purchase. */
export async function buyItem({ item, buyer, gift, key }: Purchase): Promise<PurchaseReceipt> {
  const { id, itemId: igId, name: itemName, price } = item;
  const body = { username: buyer, itemId: id, igId, itemName, price, ...gift };
  for (let attempt = 1; ; attempt++) {
    try {
      const receipt = await call('POST /api/shop/buy', { body }, { key });
      await refreshShop();
      return receipt;
    } catch (error) {
      if (!isUnanswered(error) || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 400 * attempt));
    }
  }
}

export async function refreshShop(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['me'] }),
    queryClient.invalidateQueries({ queryKey: ['shop'] }),
  ]);
}
