import type { LightMyRequestResponse } from 'fastify';
import type { Insertable } from 'kysely';

import { selectDeliveryId } from '#server/db/expressions.ts';
import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { createServer } from '#server/features/game-servers/servers.service.ts';
import { issueToken } from '#server/features/game-servers/tokens.service.ts';
import { giveCoins } from '#server/features/shop/testing/shop.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { bridgeScopes } from '#shared/endpoints/bridge.ts';

/** A game server in tests: calls the bridge with its token. */
export type TestServer = {
  id: number;
  tokenId: number;
  token: string;
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(
    path: string,
    payload: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  put(path: string, payload: unknown): Promise<LightMyRequestResponse>;
};

type Options = {
  scopes?: readonly string[];
  addresses?: string[];
  serverId?: number;
  /** False: like a server that was added and whose game was never started. */
  hasConnected?: boolean;
};

let servers = 0;

export async function addTestServer(
  { app, deps }: Pick<TestApp, 'app' | 'deps'>,
  { scopes = bridgeScopes, addresses = [], serverId, hasConnected = true }: Options = {},
): Promise<TestServer> {
  servers += 1;
  const id = serverId ?? (await createServer(deps, commandLine, `World ${servers}`));
  const created = await transaction(deps.db, (trx) =>
    issueToken(trx, commandLine, { serverId: id, scopes: [...scopes], addresses }),
  );
  if (hasConnected) {
    await deps.db
      .updateTable('game_servers')
      .set({ has_connected: true })
      .where('id', '=', id)
      .execute();
  }
  return {
    id,
    tokenId: created.id,
    token: created.token,
    ...createBridgeClient(app, created.token),
  };
}

export function createBridgeClient(
  app: TestApp['app'],
  token: string,
): Pick<TestServer, 'get' | 'post' | 'put'> {
  const authorization = `Bearer ${token}`;
  return {
    put: (path, payload) =>
      app.inject({
        method: 'PUT',
        url: `/api/bridge/v1${path}`,
        headers: { authorization, 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      }),
    get: (path, headers = {}) =>
      app.inject({ url: `/api/bridge/v1${path}`, headers: { authorization, ...headers } }),
    post: (path, payload, headers = {}) =>
      app.inject({
        method: 'POST',
        url: `/api/bridge/v1${path}`,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(payload),
      }),
  };
}

export function heartbeat(change: Record<string, unknown> = {}) {
  return {
    bootId: 'boot-1',
    state: 'running',
    online: 2,
    max: 2000,
    players: ['Ada', 'Bram'],
    version: 'test 1',
    uptime: 60,
    ...change,
  };
}

/** A row as a game sends it: Attack at the given experience, Hitpoints at level 10, the rest 0. */
export function hiscoreRow(name: string, attackTenths: number, change: object = {}) {
  const xpTenths = Array.from({ length: 21 }, () => 0);
  xpTenths[0] = attackTenths;
  xpTenths[3] = 11_540;
  return { name, observedAt: new Date().toISOString(), playtime: 100, xpTenths, ...change };
}

/** A purchase that is not delivered yet. Returns the delivery id. */
export async function addDelivery(
  { deps }: Pick<TestApp, 'deps'>,
  accountId: number,
  change: {
    itemId?: number;
    quantity?: number;
    columns?: Partial<Insertable<Schema['purchases']>>;
  } = {},
): Promise<string> {
  const { db } = deps;
  await giveCoins({ deps }, { id: accountId }, 1);
  const { deliveryId } = await db
    .insertInto('purchases')
    .values({
      account_id: accountId,
      shop_item_id: 0,
      item_id: change.itemId ?? 995,
      item_name: 'Coins',
      quantity: change.quantity ?? 100,
      price: 1,
      took_stock: false,
      key: null,
      ...change.columns,
    })
    .returning(selectDeliveryId('purchases'))
    .executeTakeFirstOrThrow();
  return deliveryId;
}
