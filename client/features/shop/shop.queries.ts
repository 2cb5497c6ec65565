import { call } from '#client/lib/api.ts';
import { isUnanswered } from '#client/lib/new-key.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import type { PurchaseReceipt, ShopItem } from '#shared/endpoints/shop.ts';

export const shopItemsQuery = read('shop', 'GET /api/shop/items', {});

export const ownShopQuery = read('me', 'GET /api/shop/mine', {});

export const paymentInfoQuery = read('site', 'GET /api/shop/payments', {});

const attempts = 3;

/** Retries when there is no answer; the same key makes it the same purchase. */
export async function buyItem(
  item: ShopItem,
  buyer: string,
  key: string,
): Promise<PurchaseReceipt> {
  const { id, itemId: igId, name: itemName, price } = item;
  const body = { username: buyer, itemId: id, igId, itemName, price };
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
