import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read, readPage } from '#client/lib/read.ts';
import { coinsWord, formatCoins } from '#client/lib/words.ts';
import type { Order } from '#shared/endpoints/payments.ts';
import type { PurchaseReceipt, ShopItem } from '#shared/endpoints/shop.ts';
import { topUpAgreement } from '#shared/endpoints/top-up.ts';
import { AppError } from '#shared/errors.ts';

export const shopItemsQuery = read('shop', 'GET /api/shop/items', {});

export const ownShopQuery = read('me', 'GET /api/shop/mine', {});

export const paymentInfoQuery = read('site', 'GET /api/shop/payments', {});

/** Takes the order's id or its checkout session's. Polls in case the live stream is down. */
export function orderQuery(id: string) {
  return read(
    'me',
    'GET /api/shop/orders/{id}',
    { params: { id } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (isOpen(state.data) ? 2000 : false),
    },
  );
}

export function isOpen(order: Order | undefined): boolean {
  return order !== undefined && ['created', 'pending', 'processing'].includes(order.state);
}

export function statementQuery(page: number) {
  return readPage('me', 'GET /api/wallet/statement', { query: { page } });
}

export function ownPurchasesQuery(page: number) {
  return readPage('me', 'GET /api/shop/purchases', { query: { page } });
}

export function ownOrdersQuery(page: number) {
  return readPage('me', 'GET /api/shop/orders', { query: { page } });
}

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

/** True if the request may or may not have been processed. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof AppError) || (error.status ?? 0) >= 500;
}

/** May fail quietly: a checkout that is left open ends by itself within the hour. */
export async function cancelOrder(id: string): Promise<void> {
  await call('POST /api/shop/orders/{id}/cancel', { params: { id } }).catch(() => {});
  await refreshShop();
}

export async function refreshShop(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['me'] }),
    queryClient.invalidateQueries({ queryKey: ['shop'] }),
  ]);
}

export async function createCheckoutSession(
  order: { amount: number; price: number; currency: string },
  buyer: string,
  key: string,
): Promise<string> {
  const body = {
    name: coinsWord(),
    description: formatCoins(order.amount),
    image: null,
    ...order,
    userId: buyer.toLowerCase(),
    agreed: true,
    agreementVersion: topUpAgreement.version,
  };
  const { url } = await call('POST /api/shop/create-checkout-session', { body }, { key });
  if (!url) throw new Error('The checkout has no URL.');
  return url;
}
