import * as z from 'zod/mini';

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { readDemoFile } from '#server/demo/content.ts';
import { storeDemoPicture } from '#server/demo/demo-picture.ts';
import { findDemoPlayerIds } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';
import { insertPastPurchase } from '#server/features/deliveries/deliveries.demo.ts';
import { insertPastMovement } from '#server/features/wallet/wallet.demo.ts';
import type { PastMovement } from '#server/features/wallet/wallet.demo.ts';
import type { CodeDraft } from '#shared/endpoints/codes.ts';
import { DeliveryState, ItemDraft, ProductKind } from '#shared/endpoints/shop.ts';

import { createCodes } from './codes.service.ts';
import { findItemWithoutPicture, replaceParts, updateItemPicture } from './items.db.ts';
import { insertSale, replaceSaleItems } from './sales.db.ts';

const day = 86_400_000;

const demoActor = { id: null, name: 'demo', ip: null };
const demoCodes: CodeDraft = {
  name: 'A welcome to Wynhold',
  kind: 'percent',
  value: 10,
  word: 'WELCOME10',
  count: 1,
  uses: null,
  perPlayer: 1,
  expiresAt: null,
};

type DemoItem = z.infer<typeof DemoItem>;
const DemoItem = z.strictObject({
  name: ItemDraft.shape.name,
  /** File name in server/demo/art/items. */
  art: z.string(),
  description: ItemDraft.shape.description,
  price: ItemDraft.shape.price,
  itemId: ItemDraft.shape.itemId,
  quantity: z._default(ItemDraft.shape.quantity, 1),
  stock: z._default(ItemDraft.shape.stock, null),
  perPlayer: z._default(ItemDraft.shape.perPlayerLimit, null),
  endsInDays: z.optional(z.number()),
  isHidden: z._default(z.boolean(), false),
  category: z.string(),
  kind: z._default(ProductKind, 'item'),
  value: z._default(z.nullable(z.string()), null),
  days: z._default(z.nullable(z.int()), null),
  /** Names of the items in a bundle, with their number. */
  parts: z._default(z.record(z.string(), z.int()), {}),
});

const DemoPurchase = z.strictObject({
  item: z.string(),
  daysAgo: z.number(),
  delivery: DeliveryState,
});

type PastPurchase = { player: number; item: DemoItem; daysAgo: number; delivery: DeliveryState };

export async function loadDemoShop(deps: Pick<Deps, 'db' | 'live'>): Promise<void> {
  const { db } = deps;
  const items = await readItems();
  await insertItems(db, items);
  await createCodes(deps, demoActor, demoCodes);
  const guest = await db
    .selectFrom('accounts')
    .select('id')
    .where('email_key', '=', 'player@wynhold.test')
    .executeTakeFirst();
  const demoPlayers = [...(await findDemoPlayerIds(db)).values()];
  const purchases = [
    ...(guest ? await readPurchases(guest.id, items) : []),
    ...buildPurchases(demoPlayers, items),
  ];
  await transaction(db, async (trx) => {
    const move = (movement: PastMovement) => insertPastMovement(trx, movement);
    if (guest) await move(gift(guest.id, { amount: 7500, daysAgo: 34, memo: 'Welcome gift' }));
    for (const [at, player] of demoPlayers.entries()) {
      const memo = 'Prize of the autumn festival';
      await move(gift(player, { amount: 3000 + (at % 5) * 750, daysAgo: 33 - at * 0.05, memo }));
    }
    // Oldest first, so that running balances are right.
    for (const past of purchases.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
      await insertPurchase(trx, past);
    }
    if (guest)
      await move(gift(guest.id, { amount: 250, daysAgo: 0.01, memo: 'Bug hunter’s thanks' }));
  });
}

/** In store order. */
function readItems(): Promise<DemoItem[]> {
  return readDemoFile('shop-items.json', z.array(DemoItem));
}

async function insertItems(db: Db, items: DemoItem[]): Promise<void> {
  const names = [...new Set(items.map(({ category }) => category))];
  const categories = await db
    .insertInto('shop_categories')
    .values(names.map((name, at) => ({ name, position: at + 1 })))
    .returning(['id', 'name'])
    .execute();
  const categoryIds = new Map(categories.map(({ id, name }) => [name, id]));
  const rows = await db
    .insertInto('shop_items')
    .values(
      items.map((item, at) => ({
        name: item.name,
        description: item.description,
        price: item.price,
        item_id: item.itemId,
        quantity: item.quantity,
        is_enabled: !item.isHidden,
        position: at + 1,
        ends_at: item.endsInDays ? new Date(Date.now() + item.endsInDays * day) : null,
        stock: item.stock,
        player_limit: item.perPlayer,
        created_at: new Date(Date.now() - 40 * day),
        updated_at: new Date(Date.now() - 12 * day),
        kind: item.kind,
        category_id: categoryIds.get(item.category) ?? null,
        grant_value: item.value,
        days: item.days,
        least_price: Math.max(1, Object.keys(item.parts).length),
      })),
    )
    .returning(['id', 'name'])
    .execute();
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  for (const { name, parts } of items.filter(({ kind }) => kind === 'bundle')) {
    await replaceParts(
      db,
      ids.get(name)!,
      Object.entries(parts).map(([part, count]) => ({ itemId: ids.get(part)!, count })),
    );
  }
  await insertDemoSale(db, ids);
}

/** Runs as long as a demo is likely to, so that its store always has a sale. */
async function insertDemoSale(db: Db, ids: ReadonlyMap<string, number>): Promise<void> {
  const saleId = await insertSale(db, {
    name: 'Autumn Fair',
    percent: 20,
    scope: 'items',
    starts_at: new Date(Date.now() - 2 * day),
    ends_at: new Date(Date.now() + 20.4 * day),
    is_on_home: true,
  });
  const names = ['Star Warden’s Cape', 'Banner of Your House'];
  await replaceSaleItems(
    db,
    saleId,
    names.flatMap((name) => ids.get(name) ?? []),
  );
}

async function readPurchases(player: number, items: DemoItem[]): Promise<PastPurchase[]> {
  const purchases = await readDemoFile('purchases.json', z.array(DemoPurchase));
  return purchases.map(({ item: name, ...purchase }) => {
    const item = items.find((one) => one.name === name);
    if (!item) throw new Error(`There is no demo item ${name}.`);
    return { ...purchase, player, item };
  });
}

function buildPurchases(demoPlayers: readonly number[], items: DemoItem[]): PastPurchase[] {
  const soldItems = items.filter(
    ({ isHidden, perPlayer, kind }) => !isHidden && perPlayer !== 1 && kind === 'item',
  );
  return demoPlayers.flatMap((player, at) =>
    [0, 1].map((turn) => {
      const daysAgo = 30 - ((at * 7 + turn * 13) % 29) - ((at * 37) % 10) / 10;
      const item = soldItems[(at * 5 + turn * 3) % soldItems.length]!;
      return { player, item, daysAgo, delivery: chooseDeliveryState(daysAgo, at + turn) };
    }),
  );
}

function chooseDeliveryState(daysAgo: number, at: number): DeliveryState {
  if (daysAgo < 1.5) return 'queued';
  return at % 17 === 11 ? 'canceled' : 'delivered';
}

function gift(
  accountId: number,
  { amount, daysAgo, memo }: { amount: number; daysAgo: number; memo: string },
): PastMovement {
  const ref = `demo:${accountId}:${memo}`;
  const common = { account_id: accountId, kind: 'adjustment', book: 'adjustments' } as const;
  return { ...common, ref, memo, amount, at: new Date(Date.now() - daysAgo * day) };
}

async function insertPurchase(trx: Db, { player, item, ...past }: PastPurchase): Promise<void> {
  const { id: shopItemId } = await trx
    .selectFrom('shop_items')
    .select('id')
    .where('name', '=', item.name)
    .executeTakeFirstOrThrow();
  const purchase = {
    account_id: player,
    shop_item_id: shopItemId,
    item_name: item.name,
    item_id: item.itemId,
    quantity: item.quantity,
    price: item.price,
    took_stock: item.stock !== null,
  };
  const { id, canceledAt } = await insertPastPurchase(trx, purchase, past);
  if (!canceledAt) return;
  await insertPastMovement(trx, {
    account_id: player,
    kind: 'refund',
    ref: String(id),
    memo: `Refund: ${item.name}`,
    amount: item.price,
    book: 'shop',
    at: canceledAt,
  });
}

/** In store order. Skips items that have a picture or were edited. */
export async function storeItemPictures(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, live } = deps;
  for (const { name, art } of await readItems()) {
    if (signal.aborted) return;
    const id = await findItemWithoutPicture(db, name);
    if (id === undefined) continue;
    const picture = await storeDemoPicture(deps, `items/${art}`);
    await updateItemPicture(db, id, picture);
    await live.publish(db, { topic: 'shop', data: { id } });
  }
}
