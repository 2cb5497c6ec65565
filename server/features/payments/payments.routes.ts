import type { FastifyRequest } from 'fastify';

import type { FeatureContext } from '#server/feature.ts';
import { isShopOpen } from '#server/features/shop/buying.service.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import { doEach } from '#server/lib/requests/do-each.ts';
import { readIdempotencyKey } from '#server/lib/requests/idempotency-key.ts';
import { answerWithFile } from '#server/plugins/download.ts';
import * as endpoints from '#shared/endpoints/payments.ts';
import { nameProvider } from '#shared/endpoints/payments.ts';
import * as topUp from '#shared/endpoints/top-up.ts';

import { cancelOrder } from './cancel.service.ts';
import { createCheckoutSession } from './checkout.service.ts';
import * as orders from './orders.service.ts';
import { paymentSettings } from './payments.settings.ts';
import { refundOrder } from './refunds.service.ts';
import { registerSandboxRoutes } from './sandbox/sandbox.routes.ts';
import { findPacks, getTopUpSettings, updateTopUpSettings } from './top-up-settings.service.ts';
import { handleUnknownPayment } from './unknown-payments.service.ts';
import { registerWebhook } from './webhook.routes.ts';

export async function registerPaymentRoutes({ app, on, deps }: FeatureContext): Promise<void> {
  const { db, payments } = deps;

  const ofShop = { feature: 'shop' } as const;

  on(
    endpoints.getPaymentInfo,
    async () => ({
      provider: nameProvider(payments.mode),
      mode: payments.isSelling ? payments.mode : 'off',
      shopOpen: await isShopOpen(deps),
      ...(await getSetting(deps, paymentSettings.topUp)),
      packs: await findPacks(deps),
      agreementVersion: topUp.topUpAgreement.version,
    }),
    ofShop,
  );

  on(
    endpoints.createCheckoutSession,
    ({ account, body, request }) => {
      const origin = findOrigin(request, deps.config.siteUrl);
      return createCheckoutSession(deps, account, {
        ...body,
        key: readIdempotencyKey(request),
        origin,
      });
    },
    ofShop,
  );

  on(endpoints.getOrder, ({ account, params, reply }) => {
    reply.header('cache-control', 'no-store');
    return orders.getOrder(db, account.id, params.id);
  });

  on(endpoints.cancelOrder, ({ account, params }) => cancelOrder(deps, account.id, params.id));

  on(endpoints.listOrders, ({ account, query }) => orders.listOrders(db, account.id, query.page));

  on(endpoints.listManagedOrders, ({ query }) => orders.listManagedOrders(deps, query));

  on(topUp.getTopUpSettings, () => getTopUpSettings(deps));

  on(topUp.updateTopUpSettings, ({ actor, body }) => updateTopUpSettings(deps, actor, body));

  on(endpoints.refundOrder, ({ actor, params, body }) =>
    refundOrder(deps, actor, { id: params.id, ...body }),
  );

  on(endpoints.refundOrders, ({ actor, body: { refunds, key } }) =>
    doEach(deps, refunds, {
      idOf: ({ id }) => id,
      work: (one) => refundOrder(deps, actor, { ...one, key }),
    }),
  );

  on(endpoints.resolveOrder, ({ actor, params, body }) =>
    orders.resolveOrder(deps, actor, { id: params.id, note: body.note }),
  );

  on(endpoints.handleUnknownPayment, ({ actor, params, body }) =>
    handleUnknownPayment(deps, actor, {
      id: params.id,
      note: body.note,
    }),
  );

  on(endpoints.downloadOrders, ({ query, reply }) =>
    answerWithFile(reply, 'top-ups.csv', orders.streamOrdersCsv(deps, query)),
  );
  await registerWebhook(app, deps);
  if (payments.mode === 'sandbox') await registerSandboxRoutes({ app, on, deps });
}

/** The site's address; locally the host name in use, because the session cookie belongs to that name only. */
function findOrigin({ protocol, host }: FastifyRequest, siteUrl: string): string {
  const requested = `${protocol}://${host}`;
  if (!isLoopback(siteUrl) || !URL.canParse(requested) || !isLoopback(requested)) return siteUrl;
  return new URL(requested).origin;
}

function isLoopback(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
