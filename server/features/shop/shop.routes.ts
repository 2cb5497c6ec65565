import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/lib/audit.ts';
import type { On } from '#server/lib/route.ts';
import { createTopicCache } from '#server/lib/topic-cache.ts';
import { requireAccess } from '#server/plugins/session.ts';
import { AppError } from '#shared/errors.ts';
import {
  buyItem,
  createShopItem,
  deleteShopItem,
  enableShopItem,
  getOwnShop,
  idempotencyHeader,
  isOver,
  listManagedItems,
  listOwnPurchases,
  listPurchases,
  listShopItems,
  orderShopItems,
  PurchaseFilter,
  purchasesCsvPath,
  refundPurchase,
  updateShopItem,
} from '#shared/shop.ts';
import type { ShopItem } from '#shared/shop.ts';

import * as buying from './buying.service.ts';
import * as items from './items.service.ts';
import * as purchases from './purchases.service.ts';

export function registerShopRoutes(app: FastifyInstance, on: On, deps: Deps): void {
  // Cached because every open store reloads this list, equal for all players, on each stock change.
  const kept = createTopicCache<ShopItem[]>(deps.live, 1);
  app.addHook('onClose', async () => kept.close());

  on(listShopItems, async () => {
    const open = await kept.get('items', ['shop'], () => items.listOpen(deps));
    return open.filter((item) => !isOver(item, Date.now()));
  });

  on(getOwnShop, ({ account }) => buying.getOwnShop(deps, account.id));

  on(buyItem, async ({ account, body, request, reply }) => {
    try {
      return await buying.buyItem(deps, account, { wish: body, key: readKey(request) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Wait until the reply is sent, so that Fastify does not send the return value as well.
      await sendRefusal(error, request, reply);
      return undefined as never;
    }
  });

  on(listOwnPurchases, ({ account, query }) =>
    buying.listOwnPurchases(deps, account.id, query.page),
  );

  on(listManagedItems, () => items.listManaged(deps));

  on(createShopItem, ({ account, request, body }) =>
    items.createItem(deps, actorOf(account, request), body),
  );

  on(updateShopItem, ({ account, request, params, body: { version, stockSeen, ...draft } }) =>
    items.saveItem(deps, actorOf(account, request), {
      id: Number(params.id),
      version,
      stockSeen,
      draft,
    }),
  );

  on(enableShopItem, ({ account, request, params, body }) =>
    items.enableItem(deps, actorOf(account, request), {
      id: Number(params.id),
      isEnabled: body.enabled,
    }),
  );

  on(deleteShopItem, ({ account, request, params }) =>
    items.removeItem(deps, actorOf(account, request), Number(params.id)),
  );

  on(orderShopItems, ({ account, request, body }) =>
    items.reorder(deps, actorOf(account, request), body.ids.map(Number)),
  );

  on(listPurchases, ({ query }) => purchases.listPurchases(deps, query));

  on(refundPurchase, ({ account, request, params }) =>
    purchases.refundPurchase(deps, actorOf(account, request), Number(params.id)),
  );

  app.get(purchasesCsvPath, { schema: { hide: true } }, async (request, reply) => {
    await requireAccess(request, 'admin');
    const filter = z.safeParse(PurchaseFilter, request.query);
    if (!filter.success) throw new AppError('request/invalid', 'That filter makes no sense.');
    reply.header('cache-control', 'no-store');
    reply.header('content-disposition', 'attachment; filename="purchases.csv"');
    const lines = Readable.from(purchases.renderPurchasesCsv(deps, filter.data));
    return reply.type('text/csv; charset=utf-8').send(lines);
  });
}

const Key = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[\x20-\x7E]+$/));

function readKey({ headers }: FastifyRequest): string | null {
  const given = headers[idempotencyHeader];
  if (given === undefined) return null;
  const key = z.safeParse(Key, given);
  if (key.success) return key.data;
  throw new AppError('request/invalid', 'The Idempotency-Key has at most 200 plain characters.');
}

/** The usual error body plus `message`, which the specification requires for this call. */
async function sendRefusal(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { message, code, status } = error;
  await reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send({ error: message, message, code, requestId: request.id });
}
