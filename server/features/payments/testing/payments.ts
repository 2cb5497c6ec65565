import type { LightMyRequestResponse } from 'fastify';
import type { Stripe } from 'stripe';

import { selectBalance } from '#server/db/expressions.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { webhookPath } from '#shared/endpoints/payments.ts';
import type { Order } from '#shared/endpoints/payments.ts';

import { findManagedOrder } from '../managed-orders.db.ts';
import { createStripeProvider } from '../payment-provider.ts';
import { createSandboxFetch } from '../sandbox/sandbox-api.ts';
import { deliverEvents } from '../sandbox/sandbox-delivery.ts';

// Test helpers that act as the browser or the provider.

export type Checkout = { url: string; orderId: string };

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  expired: '4000 0000 0000 0069',
  disputed: '4000 0000 0000 0259',
  refundFails: '4000 0000 0000 5126',
};

export function requestCheckout(
  { app }: TestApp,
  player: TestPlayer,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const request = json('POST', '/api/shop/create-checkout-session', body, player);
  return app.inject({ ...request, headers: { ...request.headers, ...headers } });
}

export async function beginCheckout(
  test: TestApp,
  player: TestPlayer,
  amount = 1000,
): Promise<Checkout> {
  const answer = await requestCheckout(test, player, { amount, price: amount });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Checkout>();
}

export function payWith(
  { app }: TestApp,
  { url }: Pick<Checkout, 'url'>,
  card: string,
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ number: card, expiry: '12 / 34', code: '123' }).toString(),
  });
}

/** Delivers all pending sandbox events. */
export async function deliver(test: TestApp): Promise<void> {
  await deliverEvents(test.deps, async (payload, signature) => {
    const answer = await postWebhook(test, payload, signature);
    return answer.statusCode;
  });
}

export function postWebhook(
  { app }: TestApp,
  payload: string,
  signature: string | undefined,
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: webhookPath,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
    payload,
  });
}

export async function sign(
  { deps }: TestApp,
  payload: string,
  { secondsAgo = 0, secret }: { secondsAgo?: number; secret?: string } = {},
): Promise<string> {
  const stripe = await deps.payments.stripe();
  const [known = ''] = await deps.payments.webhookSecrets();
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
  return stripe.webhooks.generateTestHeaderString({ payload, secret: secret ?? known, timestamp });
}

/** Signs and posts the event, like the provider. */
export async function sendEvent(
  test: TestApp,
  event: TestStripeEvent,
): Promise<LightMyRequestResponse> {
  const payload = JSON.stringify(event);
  return postWebhook(test, payload, await sign(test, payload));
}

export type TestStripeEvent = { id: string; type: string; [name: string]: unknown };

let eventCount = 0;

export function makeStripeEvent(type: string, object: Record<string, unknown>): TestStripeEvent {
  eventCount += 1;
  return {
    id: `evt_test_${eventCount}_${Math.random().toString(36).slice(2)}`,
    object: 'event',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    type,
    data: { object },
  };
}

/** The event the provider sends for a paid order; `change` overrides fields of its session. */
export async function makeSessionEvent(
  test: TestApp,
  orderId: string,
  change: Partial<Stripe.Checkout.Session> = {},
  type = 'checkout.session.completed',
): Promise<TestStripeEvent> {
  const order = await getRow(test, orderId);
  return makeStripeEvent(type, {
    id: order.sessionId,
    object: 'checkout.session',
    amount_total: order.amount,
    currency: order.currency,
    client_reference_id: orderId,
    metadata: { order_id: orderId },
    livemode: false,
    payment_intent: `pi_test_${orderId.replaceAll('-', '')}`,
    payment_status: 'paid',
    status: 'complete',
    ...change,
  });
}

export async function getRow({ deps }: TestApp, orderId: string) {
  const row = await findManagedOrder(deps.db, orderId);
  if (!row) throw new Error(`no order ${orderId}`);
  return row;
}

export async function getOrderOf({ app }: TestApp, player: TestPlayer, id: string): Promise<Order> {
  const url = `/api/shop/orders/${id}`;
  const answer = await app.inject({ url, headers: { cookie: player.cookie } });
  return answer.json<Order>();
}

export async function getBalance({ deps }: TestApp, player: TestPlayer): Promise<number> {
  const { wyncoins } = await deps.db
    .selectFrom('accounts')
    .select(selectBalance('accounts.id').as('wyncoins'))
    .where('id', '=', player.id)
    .executeTakeFirstOrThrow();
  return wyncoins;
}

/** Runs a checkout from start to credited coins. */
export async function buyCoins(
  test: TestApp,
  player: TestPlayer,
  { amount = 1000, card = cards.pays }: { amount?: number; card?: string } = {},
): Promise<string> {
  const checkout = await beginCheckout(test, player, amount);
  await payWith(test, checkout, card);
  await deliver(test);
  return checkout.orderId;
}

export async function refund(
  { app }: TestApp,
  admin: TestPlayer,
  orderId: string,
  body: { amount?: number; key?: string } = {},
): Promise<LightMyRequestResponse> {
  const key = body.key ?? `refund-${Math.random()}`;
  return app.inject(json('POST', `/api/admin/orders/${orderId}/refund`, { ...body, key }, admin));
}

/** Without a status the connection fails. `call` is matched against, for example, `GET /v1/refunds`. */
export type Fault = { call: RegExp; status?: number; type?: string; code?: string };

/** The provider quotes this key in its errors; no log or response may contain it. */
export const quotedKey = 'sk_test_quoted1234';

export type FaultySite = TestApp & {
  /** Active faults of the provider; empty the list to end them. */
  faults: Fault[];
  /** Calls made to the provider, for example `GET /v1/refunds`. */
  calls: string[];
  problems: string[];
};

/** A site whose calls to the sandbox can be made to fail. */
export async function openFaultySite(
  options: Parameters<typeof openTestApp>[0] & { mode?: 'sandbox' | 'test' } = {},
): Promise<FaultySite> {
  const { mode = 'sandbox', replace, ...rest } = options;
  const faults: Fault[] = [];
  const calls: string[] = [];
  const problems: string[] = [];
  const site = await openTestApp({
    ...rest,
    replace: (deps) => {
      const keys = { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'] };
      const fetch = breakFetch(createSandboxFetch(deps.db), { faults, calls });
      return {
        payments: { ...createStripeProvider({ ...keys, fetch }), mode },
        onProblem: (what) => void problems.push(what),
        ...replace?.(deps),
      };
    },
  });
  return { ...site, faults, calls, problems };
}

function breakFetch(
  sandbox: typeof fetch,
  { faults, calls }: { faults: Fault[]; calls: string[] },
): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const call = `${init?.method ?? 'GET'} ${pathname}`;
    calls.push(call);
    const fault = faults.find((one) => one.call.test(call));
    if (!fault) return sandbox(input, init);
    const { status, type = 'invalid_request_error', code } = fault;
    if (status === undefined) throw new TypeError('fetch failed');
    const message = `Not with the key ${quotedKey}.`;
    return Response.json({ error: { type, code, message } }, { status });
  };
}
