import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

import type { Game } from './games.ts';
import type { World } from './prepare.ts';
import type { Records } from './records.ts';
import type { Forgotten } from './storm.ts';

// Purchases, stock, deliveries and commands: the database against what players and games were told.

type Case = {
  db: Db;
  records: Records;
  world: World;
  games: Game[];
  forgotten: Forgotten;
};

type PurchaseCase = {
  id: string;
  key: string | null;
  accountId: number;
  itemId: number;
  price: number;
  state: string;
  serverId: number | null;
  deliveryId: string;
  /** How often it became delivered. */
  arrivals: number;
};

export async function judgeDeliveries(details: Case): Promise<string[]> {
  const { rows } = await sql<PurchaseCase>`
    select id::text, key, account_id as "accountId", shop_item_id as "itemId", price, state,
      server_id as "serverId", delivery_id as "deliveryId",
      (select count(*)::int from delivery_events e
        where e.purchase_id = p.id and e.state = 'delivered') as arrivals
    from purchases p`.execute(details.db);
  return [
    ...judgePurchases(rows, details),
    ...judgeArrivals(rows, details),
    ...(await judgeStock(rows, details)),
    ...(await judgeCommands(details)),
  ];
}

function judgePurchases(rows: PurchaseCase[], { records }: Case): string[] {
  const found: string[] = [];
  const byKey = new Map(rows.map((row) => [row.key, row]));
  if (byKey.size !== rows.length) found.push('a key bought twice');
  for (const [key, told] of records.purchases) {
    const row = byKey.get(key);
    if (!row) found.push(`purchase ${told.purchaseId} was answered and is missing`);
    else if (
      row.id !== told.purchaseId ||
      row.accountId !== told.accountId ||
      row.itemId !== told.itemId ||
      row.price !== told.price
    ) {
      found.push(`purchase ${row.id} is not what was answered for the key ${key}`);
    }
  }
  for (const { id, key, state } of rows) {
    if (key === null || !records.purchases.has(key)) {
      found.push(`purchase ${id} was made and never answered`);
    }
    const { sure, unsure } = records.canceled;
    if (sure.has(id) && state !== 'canceled')
      found.push(`purchase ${id} was refunded, it is ${state}`);
    if (state === 'canceled' && !sure.has(id) && !unsure.has(id)) {
      found.push(`purchase ${id} is canceled, and no admin did it`);
    }
  }
  return found;
}

function judgeArrivals(rows: PurchaseCase[], { records, games, forgotten }: Case): string[] {
  const found: string[] = [];
  const known = new Set(rows.map(({ deliveryId }) => deliveryId));
  for (const { id, state, deliveryId, serverId, arrivals } of rows) {
    const appliers = games.filter(({ applied }) => applied.has(deliveryId));
    const isCanceled = state === 'canceled';
    if (!isCanceled && state !== 'delivered') found.push(`purchase ${id} is still ${state}`);
    if (appliers.length !== (isCanceled ? 0 : 1)) {
      found.push(`purchase ${id} is ${state} and was applied by ${appliers.length} games`);
    }
    if (state === 'delivered' && (arrivals !== 1 || appliers[0]?.id !== serverId)) {
      found.push(`purchase ${id} was delivered ${arrivals} times, by server ${serverId}`);
    }
    if (forgotten.deliveryIds.has(deliveryId)) {
      found.push(`delivery ${deliveryId} was used before the restore and again after it`);
    }
  }
  for (const id of records.acknowledged) {
    if (!known.has(id)) found.push(`delivery ${id} was acknowledged and is missing`);
  }
  for (const { name, applied } of games) {
    for (const id of applied.keys()) {
      const isKnown = known.has(id) || forgotten.deliveryIds.has(id);
      if (!isKnown) found.push(`${name} applied ${id}, which was never bought`);
    }
  }
  return found;
}

async function judgeStock(rows: PurchaseCase[], { db, world }: Case): Promise<string[]> {
  const found: string[] = [];
  const stocks = await db.selectFrom('shop_items').select(['id', 'stock']).execute();
  const sold = rows.filter(({ state }) => state !== 'canceled');
  for (const item of world.items) {
    const own = sold.filter(({ itemId }) => itemId === item.id);
    const left = stocks.find(({ id }) => id === item.id)?.stock ?? null;
    const expected = item.stock === null ? null : item.stock - own.length;
    if (left !== expected || (left ?? 0) < 0) {
      found.push(`item ${item.id} has a stock of ${left} instead of ${expected}`);
    }
    const perPlayer = new Map<number, number>();
    for (const { accountId } of own) {
      perPlayer.set(accountId, (perPlayer.get(accountId) ?? 0) + 1);
    }
    const most = Math.max(0, ...perPlayer.values());
    if (item.limit !== null && most > item.limit) {
      found.push(`a player has ${most} of item ${item.id}, allowed are ${item.limit}`);
    }
  }
  return found;
}

async function judgeCommands({ db, records, games, forgotten }: Case): Promise<string[]> {
  const found: string[] = [];
  const rows = await db
    .selectFrom('game_commands')
    .select(['id', 'server_id as serverId', 'state'])
    .execute();
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  for (const { id, serverId, state } of rows) {
    const hasRun = games.find((game) => game.id === serverId)?.ran.has(id) ?? false;
    if (state !== 'done' && state !== 'expired') found.push(`command ${id} is still ${state}`);
    if (state === 'done' && !hasRun)
      found.push(`command ${id} is done, and its game did not run it`);
    const others = games.filter((game) => game.id !== serverId && game.ran.has(id));
    if (others.length > 0) found.push(`command ${id} was run by another game`);
    if (forgotten.commandIds.has(id)) {
      found.push(`command ${id} was used before the restore and again after it`);
    }
  }
  for (const [id, status] of records.commandResults) {
    if (states.get(id) !== status) {
      found.push(`command ${id} was reported ${status}, it is ${states.get(id) ?? 'missing'}`);
    }
  }
  for (const { name, ran } of games) {
    for (const id of ran.keys()) {
      const isKnown = states.has(id) || forgotten.commandIds.has(id);
      if (!isKnown) found.push(`${name} ran command ${id}, which was never sent`);
    }
  }
  return found;
}
