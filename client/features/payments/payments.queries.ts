import { call } from '#client/lib/api.ts';
import { change } from '#client/lib/change.ts';
import { read } from '#client/lib/read.ts';
import type { RouteInput } from '#shared/api.ts';
import type { Order } from '#shared/endpoints/payments.ts';
import { topUpAgreement } from '#shared/endpoints/top-up.ts';

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

/** May fail quietly: a checkout that is left open ends by itself within the hour. */
export async function cancelOrder(id: string): Promise<void> {
  await change('me', 'POST /api/shop/orders/{id}/cancel', { params: { id } }).catch(() => {});
}

type CheckoutBody = RouteInput<'POST /api/shop/create-checkout-session'>['body'];

/** Returns the URL of the hosted checkout. */
export async function createCheckoutSession(
  order: Pick<CheckoutBody, 'name' | 'description' | 'amount' | 'price' | 'bonus' | 'thenBuy'> & {
    currency: string;
  },
  buyer: string,
  key: string,
): Promise<string> {
  const body = {
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
