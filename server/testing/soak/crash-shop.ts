import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createServer } from '#server/features/game-servers/servers.service.ts';
import { issueToken } from '#server/features/game-servers/tokens.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { bridgeScopes } from '#shared/endpoints/bridge.ts';
import { productKinds } from '#shared/rules/product-kinds.ts';

import type { Client } from './soak-site.ts';

// The store of the soak `crashes`: plain items, a sale, both kinds of bundles and a membership, and what must be true of
// their purchases at the end. Discord is told of purchases from `announcedFrom` coins on; only the others are refunded.

export const announcedFrom = 70;
const firstStock = 1_000_000;
const salePercent = 33;

export type Product = { id: number; name: string; price: number; rows: number };

/** `price` is what was paid, after sale and code. */
export type Bought = { id: string; product: Product; price: number; receiver: Client | null };

/** The game's state: who got each delivery, by its id, and the ids of the members. */
export type Given = { deliveries: Map<string, Client>; members: Set<number> };

export async function openStore(deps: Deps) {
  const { db } = deps;
  const serverId = await createServer(deps, commandLine, 'Soak');
  const { token } = await transaction(db, (trx) =>
    issueToken(trx, commandLine, { serverId, scopes: [...bridgeScopes], addresses: [] }),
  );
  await db
    .updateTable('game_servers')
    .set({ has_connected: true, delivery_kinds: [...productKinds] })
    .where('id', '=', serverId)
    .execute();
  const draft = { description: '', price: announcedFrom };
  const item = { ...draft, item_id: 1 };
  const other = { ...draft, item_id: 0 };
  const bundle = { ...other, kind: 'bundle' as const };
  // With and without a stock, because they are bought through different SQL functions.
  const stored = await db
    .insertInto('shop_items')
    .values([
      { ...item, name: 'Cape', stock: firstStock },
      { ...item, name: 'Torch', stock: null },
      { ...item, name: 'Lamp', price: 98 },
      { ...bundle, name: 'Kit', price: 98, least_price: 2 },
      { ...bundle, name: 'Chest', price: 60, is_one_delivery: true },
      {
        ...other,
        name: 'Gold',
        price: 50,
        kind: 'membership' as const,
        grant_value: 'gold',
        days: 30,
      },
    ])
    .returning(['id', 'name', 'price'])
    .execute();
  const idOf = (name: string) => stored.find((one) => one.name === name)!.id;
  await db
    .insertInto('bundle_items')
    .values([
      { bundle_id: idOf('Kit'), item_id: idOf('Cape'), count: 2, position: 0 },
      { bundle_id: idOf('Kit'), item_id: idOf('Torch'), count: 1, position: 1 },
      { bundle_id: idOf('Chest'), item_id: idOf('Cape'), count: 1, position: 0 },
      { bundle_id: idOf('Chest'), item_id: idOf('Torch'), count: 3, position: 1 },
    ])
    .execute();
  const sale = await db
    .insertInto('shop_sales')
    .values({
      name: 'Soak',
      percent: salePercent,
      scope: 'items',
      starts_at: new Date(0),
      ends_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const onSale = ['Lamp', 'Kit'];
  await db
    .insertInto('shop_sale_items')
    .values(onSale.map((name) => ({ sale_id: sale.id, item_id: idOf(name) })))
    .execute();
  const products = stored.map(({ id, name, price }): Product => {
    const due = onSale.includes(name) ? Math.floor((price * (100 - salePercent)) / 100) : price;
    return { id, name, price: due, rows: name === 'Kit' ? 2 : 1 };
  });
  return { token, products };
}

type Row = {
  id: number;
  key: string | null;
  groupId: number | null;
  shopItemId: number | null;
  receiverId: number | null;
  accountId: number;
  deliveryId: string;
  state: string;
  kind: string;
  price: number;
  units: number;
};

/** Every confirmed purchase is there once, whole, for its receiver, and was delivered once. */
export async function findShopProblems(
  db: Db,
  { products, bought, given }: { products: Product[]; bought: Map<string, Bought>; given: Given },
): Promise<string[]> {
  const found: string[] = [];
  const { rows } = await sql<Row>`
    select id, key, group_id as "groupId", shop_item_id as "shopItemId", receiver_id as "receiverId",
      account_id as "accountId", delivery_id as "deliveryId", state, kind, price, units
    from purchases where price > 0 order by id`.execute(db);
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = String(row.groupId ?? row.id);
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  for (const [key, { id, product, price, receiver }] of bought) {
    const parts = groups.get(id) ?? [];
    const paid = parts.reduce((sum, part) => sum + part.price, 0);
    if (parts[0]?.key !== key) found.push(`purchase ${id} was confirmed, but it is missing`);
    if (parts.length !== product.rows || paid !== price) {
      found.push(`purchase ${id}: ${parts.length} rows and ${paid} coins, expected ${price}`);
    }
    if (parts.some((part) => part.receiverId !== (receiver?.id ?? null))) {
      found.push(`purchase ${id} is for the wrong player`);
    }
  }
  const unconfirmed = groups.size - bought.size;
  if (unconfirmed !== 0) found.push(`${unconfirmed} purchases were made but not confirmed`);
  for (const { id, deliveryId, state, kind, receiverId, accountId } of rows) {
    const player = given.deliveries.get(deliveryId);
    // A membership that was given and refunded is canceled.
    const isEnded = state === 'canceled' && kind === 'membership';
    if ((state === 'delivered') !== (player !== undefined) && !isEnded) {
      found.push(`purchase ${id} is ${state}, and the game ${player ? 'gave' : 'did not give'} it`);
    }
    if (player && player.id !== (receiverId ?? accountId)) {
      found.push(`purchase ${id} was given to the wrong player`);
    }
  }
  found.push(...findStockProblem(rows, products, await readStock(db)));
  found.push(...(await findMemberProblems(db, given)));
  console.log(`  ${rows.length} purchases and ${given.deliveries.size} deliveries checked`);
  return found;
}

async function readStock(db: Db): Promise<number> {
  const { rows } = await sql<{ stock: number }>`
    select stock from shop_items where name = 'Cape'`.execute(db);
  return rows[0]!.stock;
}

function findStockProblem(rows: Row[], products: Product[], stock: number): string[] {
  const idOf = (name: string) => products.find((product) => product.name === name)?.id;
  const takers = new Set([idOf('Cape'), idOf('Chest')]);
  const taken = rows
    .filter(({ shopItemId, state }) => state !== 'canceled' && takers.has(shopItemId ?? 0))
    .reduce((sum, { units }) => sum + units, 0);
  if (firstStock - stock === taken) return [];
  return [`the stock is ${stock}, but ${taken} were taken from it`];
}

async function findMemberProblems(db: Db, { members }: Given): Promise<string[]> {
  const { rows } = await sql<{ accountId: number }>`
    select distinct account_id as "accountId" from shop_grants where ended_at is null`.execute(db);
  const running = new Set(rows.map(({ accountId }) => accountId));
  const lost = [...running]
    .filter((id) => !members.has(id))
    .map((id) => `player ${id} lost the membership`);
  const kept = [...members]
    .filter((id) => !running.has(id))
    .map((id) => `player ${id} kept the membership`);
  console.log(`  ${running.size} memberships checked`);
  return [...lost, ...kept];
}
