import type { FastifyReply, FastifyRequest } from 'fastify';

import type { FeatureContext } from '#server/feature.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import { doEach } from '#server/lib/requests/do-each.ts';
import { readIdempotencyKey } from '#server/lib/requests/idempotency-key.ts';
import { answerWithFile } from '#server/plugins/download.ts';
import type { On } from '#server/plugins/route.ts';
import * as codeEndpoints from '#shared/endpoints/codes.ts';
import * as revenueEndpoints from '#shared/endpoints/revenue.ts';
import * as endpoints from '#shared/endpoints/shop.ts';
import { isOver } from '#shared/endpoints/shop.ts';
import type { ShopItem } from '#shared/endpoints/shop.ts';
import { statusOf } from '#shared/error-codes.ts';
import { AppError } from '#shared/errors.ts';

import * as buying from './buying.service.ts';
import * as codes from './codes.service.ts';
import * as gifts from './gifts.service.ts';
import * as items from './items.service.ts';
import * as purchases from './purchases.service.ts';
import * as revenue from './revenue.service.ts';
import { registerSalesRoutes } from './sales.routes.ts';
import { findNextChange } from './sales.service.ts';

type PricedItems = { items: ShopItem[]; changesAt: number };

export function registerShopRoutes(context: FeatureContext): void {
  const { app, on, deps } = context;
  /** Players keep what they bought while the store is switched off, and admins can refund it. */
  const onAlways: On = (endpoint, handler) => on(endpoint, handler, { feature: undefined });
  registerSalesRoutes(context);
  // Cached because every open store reloads this list, equal for all players, on each stock change.
  const itemsCache = createTopicCache<PricedItems>(deps.live, 1);
  app.addHook('onClose', async () => itemsCache.close());
  const readItems = async (): Promise<PricedItems> => ({
    // Read first: if a sale begins in between, the list is only read again too early.
    changesAt: (await findNextChange(deps.db))?.getTime() ?? Infinity,
    items: await items.listShopItems(deps),
  });

  on(endpoints.listShopItems, async () => {
    const cached = await itemsCache.get('items', ['shop'], readItems);
    const isPast = cached.changesAt <= Date.now();
    const enabled = isPast ? (await readItems()).items : cached.items;
    return enabled.filter((item) => !isOver(item, Date.now()));
  });

  onAlways(endpoints.getOwnShop, ({ account }) => buying.getOwnShop(deps, account.id));

  on(endpoints.pinItem, ({ account, body }) => buying.pinItem(deps, account.id, body.itemId));

  on(endpoints.buyItem, async ({ account, body, request, reply }) => {
    try {
      return await buying.buyItem(deps, account, {
        request: body,
        key: readIdempotencyKey(request) ?? null,
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Wait until the reply is sent, so that Fastify does not send the return value as well.
      await sendError(error, request, reply);
      return undefined as never;
    }
  });

  onAlways(endpoints.listOwnPurchases, ({ account, query }) =>
    buying.listOwnPurchases(deps, account.id, query.page),
  );

  onAlways(endpoints.reportGiftNote, ({ account, params }) =>
    gifts.reportGiftNote(deps, account.id, params.id),
  );

  onAlways(endpoints.setGiftMails, ({ account, body }) =>
    gifts.setGiftMails(deps, account.id, body.isOn),
  );

  onAlways(endpoints.reviewGiftNote, ({ actor, params, body }) =>
    gifts.reviewGiftNote(deps, actor, { id: params.id, ...body }),
  );

  on(endpoints.listManagedItems, () => items.listManagedItems(deps));

  on(endpoints.createShopItem, ({ actor, body }) => items.createShopItem(deps, actor, body));

  on(endpoints.updateShopItem, ({ actor, params, body: { version, stockSeen, ...draft } }) =>
    items.updateShopItem(deps, actor, { id: params.id, version, stockSeen, draft }),
  );

  on(endpoints.setShopItemEnabled, ({ actor, params, body }) =>
    items.setShopItemEnabled(deps, actor, { id: params.id, isEnabled: body.enabled }),
  );

  on(endpoints.deleteShopItem, ({ actor, params }) => items.deleteShopItem(deps, actor, params.id));

  on(endpoints.reorderShopItems, ({ actor, body }) =>
    items.reorderShopItems(deps, actor, body.ids),
  );

  on(codeEndpoints.redeemCode, ({ account, body }) => codes.redeemCode(deps, account, body.code));

  on(codeEndpoints.listCodeBatches, ({ query }) => codes.listCodeBatches(deps, query.page));

  on(codeEndpoints.createCodes, ({ actor, body }) => codes.createCodes(deps, actor, body));

  on(codeEndpoints.setCodesOn, ({ actor, params, body }) =>
    codes.setCodesOn(deps, actor, { id: params.id, ...body }),
  );

  on(codeEndpoints.listCodeUses, ({ query }) => codes.listCodeUses(deps, query.page));

  onAlways(endpoints.listPurchases, ({ query }) => purchases.listPurchases(deps, query));

  const refundEach = (actor: Actor, ids: number[]) =>
    doEach(deps, ids, {
      idOf: String,
      work: (id) => purchases.refundPurchase(deps, actor, id),
    });

  onAlways(endpoints.refundPurchase, ({ actor, params }) =>
    purchases.refundPurchase(deps, actor, params.id),
  );

  onAlways(endpoints.refundPurchases, ({ actor, body }) =>
    refundEach(actor, [...new Set(body.ids)]),
  );

  onAlways(endpoints.refundBundle, async ({ actor, params }) =>
    refundEach(actor, await purchases.listBundleParts(deps, params.id)),
  );

  onAlways(endpoints.downloadPurchases, ({ query, reply }) =>
    answerWithFile(reply, 'purchases.csv', purchases.streamPurchasesCsv(deps, query)),
  );

  onAlways(revenueEndpoints.getRevenue, ({ query }) => revenue.getRevenue(deps, query));

  onAlways(revenueEndpoints.downloadRevenue, async ({ query, reply }) =>
    answerWithFile(reply, 'revenue.csv', await revenue.writeRevenueCsv(deps, query)),
  );
}

/** The usual error body plus `message`, which docs/specification.md requires for this call. */
async function sendError(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { message, code } = error;
  await reply
    .status(statusOf(error))
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send({ error: message, message, code, fields: error.fields, requestId: request.id });
}
