import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';

import { selectBalance } from '#server/db/expressions.ts';
import { transaction } from '#server/db/transaction.ts';
import { runLedgerCheck } from '#server/features/wallet/ledger-check.service.ts';
import { moveCoins } from '#server/features/wallet/wallet.service.ts';
import { json } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ItemDraft, ManagedItem, ShopItem } from '#shared/endpoints/shop.ts';

import { ensureDeliverer } from './deliverer.ts';

export const lantern: ItemDraft = {
  name: 'Lantern',
  description: 'Light for the road.',
  image: null,
  price: 300,
  itemId: 4548,
  quantity: 1,
  enabled: true,
  endsAt: null,
  stock: null,
  perPlayerLimit: null,
};

export async function addItem(
  { app, deps }: TestApp,
  admin: TestPlayer,
  changes: Partial<ItemDraft> = {},
): Promise<ManagedItem> {
  await ensureDeliverer(deps.db);
  const answer = await app.inject(
    json('POST', '/api/admin/shop/items', { ...lantern, ...changes }, admin),
  );
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

export async function giveCoins(
  { deps }: Pick<TestApp, 'deps'>,
  player: { id: number },
  amount: number,
): Promise<void> {
  await transaction(deps.db, (trx) =>
    moveCoins(deps, trx, {
      accountId: player.id,
      kind: 'adjustment',
      ref: `test:${player.id}:${Math.random()}`,
      amount,
      book: 'adjustments',
      memo: 'Test',
    }),
  );
}

/** Sends the request of the specification. `changes` overrides fields; undefined omits one. */
export function buy(
  { app }: TestApp,
  player: TestPlayer,
  item: Pick<ShopItem, 'id' | 'itemId' | 'name' | 'price'>,
  { changes = {}, key }: { changes?: Record<string, unknown>; key?: string } = {},
): Promise<LightMyRequestResponse> {
  const body = {
    username: player.username,
    itemId: item.id,
    igId: item.itemId,
    itemName: item.name,
    price: item.price,
    ...changes,
  };
  const request = json('POST', '/api/shop/buy', body, player);
  return app.inject({
    ...request,
    headers: { ...request.headers, ...(key !== undefined && { 'idempotency-key': key }) },
  });
}

export async function balanceOf({ deps }: TestApp, player: { id: number }): Promise<number> {
  const { wyncoins } = await deps.db
    .selectFrom('accounts')
    .select(selectBalance('accounts.id').as('wyncoins'))
    .where('id', '=', player.id)
    .executeTakeFirstOrThrow();
  return wyncoins;
}

export async function getCoinsAndPurchases({ deps }: TestApp, player: { id: number }) {
  const { rows } = await sql<{ coins: number; purchases: number }>`
    select ${selectBalance('accounts.id')} as coins,
      (select count(*) from purchases where account_id = accounts.id) as purchases
    from accounts where id = ${player.id}`.execute(deps.db);
  return rows[0]!;
}

export async function findBrokenLedgerRules({ deps }: TestApp): Promise<string[]> {
  const { rules } = await runLedgerCheck(deps);
  return rules
    .filter(({ breaches }) => breaches > 0)
    .map(({ name, examples }) => `${name}: ${examples.join('; ')}`);
}

/** Adds an order with an open dispute, which freezes the player's wallet. */
export async function addDisputedOrder({ deps }: TestApp, player: { id: number }): Promise<string> {
  const { id } = await deps.db
    .insertInto('orders')
    .values({
      account_id: player.id,
      state: 'expired',
      coins: 500,
      amount: 500,
      currency: 'usd',
      mode: 'sandbox',
      origin: 'http://localhost',
      expires_at: new Date(),
      dispute: 'open',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
