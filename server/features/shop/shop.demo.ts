import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { findDemoPlayerIds } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';
import { storePicture } from '#server/features/media/media.service.ts';
import type { DeliveryState } from '#shared/shop.ts';

import { demoItems } from './demo-items.ts';
import { findItemWithoutPicture, updateItemPicture } from './items.db.ts';

// Inserts past purchases directly, because the database functions always use the current time. The
// triggers still enforce their rules.

const day = 86_400_000;

type PastPurchase = { player: number; item: string; daysAgo: number; delivery: DeliveryState };

export async function loadDemoShop({ db }: Pick<Deps, 'db'>): Promise<void> {
  await insertItems(db);
  const guest = await db
    .selectFrom('accounts')
    .select('id')
    .where('email_key', '=', 'player@wynhold.test')
    .executeTakeFirst();
  const demoPlayers = [...(await findDemoPlayerIds(db)).values()];
  await transaction(db, async (trx) => {
    const move = (movement: Movement) => insertMovement(trx, movement);
    if (guest) await move(gift(guest.id, { amount: 7500, daysAgo: 34, memo: 'Welcome gift' }));
    for (const [at, player] of demoPlayers.entries()) {
      const memo = 'Prize of the autumn festival';
      await move(gift(player, { amount: 3000 + (at % 5) * 750, daysAgo: 33 - at * 0.05, memo }));
    }
    for (const past of buildPastPurchases(guest?.id, demoPlayers)) await insertPurchase(trx, past);
    if (guest)
      await move(gift(guest.id, { amount: 250, daysAgo: 0.01, memo: 'Bug hunter’s thanks' }));
  });
}

async function insertItems(db: Kysely<Schema>): Promise<void> {
  await db
    .insertInto('shop_items')
    .values(
      demoItems.map((item, at) => ({
        name: item.name,
        description: item.description,
        image: null,
        media_hash: null,
        price: item.price,
        item_id: item.itemId,
        quantity: item.quantity ?? 1,
        is_enabled: !item.isHidden,
        position: at + 1,
        ends_at: item.endsInDays ? new Date(Date.now() + item.endsInDays * day) : null,
        stock: item.stock ?? null,
        player_limit: item.perPlayer ?? null,
        created_at: new Date(Date.now() - 40 * day),
        updated_at: new Date(Date.now() - 12 * day),
        updated_by: null,
        deleted_at: null,
      })),
    )
    .execute();
}

/** Oldest first, so that running balances are right. */
function buildPastPurchases(
  guest: number | undefined,
  demoPlayers: readonly number[],
): PastPurchase[] {
  const own: Omit<PastPurchase, 'player'>[] = [
    { item: 'Emberlit Lantern', daysAgo: 31, delivery: 'delivered' },
    { item: 'Pilgrim’s Boots', daysAgo: 24, delivery: 'delivered' },
    { item: 'Key to the Lower Vault', daysAgo: 9.4, delivery: 'canceled' },
    { item: 'Banner of Your House', daysAgo: 6.1, delivery: 'attention' },
    { item: 'Heart of the Lake', daysAgo: 1.2, delivery: 'delivered' },
    { item: 'Draught of Second Wind', daysAgo: 0.02, delivery: 'queued' },
  ];
  const soldItems = demoItems.filter(({ isHidden, perPlayer }) => !isHidden && perPlayer !== 1);
  const others = demoPlayers.flatMap((player, at) =>
    [0, 1].map((turn) => {
      const daysAgo = 30 - ((at * 7 + turn * 13) % 29) - ((at * 37) % 10) / 10;
      return {
        player,
        item: soldItems[(at * 5 + turn * 3) % soldItems.length]!.name,
        daysAgo,
        delivery: chooseDeliveryState(daysAgo, at + turn),
      };
    }),
  );
  const mine = guest === undefined ? [] : own.map((past) => ({ ...past, player: guest }));
  return [...mine, ...others].toSorted((a, b) => b.daysAgo - a.daysAgo);
}

function chooseDeliveryState(daysAgo: number, at: number): DeliveryState {
  if (daysAgo < 1.5) return 'queued';
  return at % 17 === 11 ? 'canceled' : 'delivered';
}

type Movement = {
  accountId: number;
  kind: Schema['ledger']['kind'];
  ref: string;
  memo: string;
  amount: number;
  book: Schema['ledger']['book'];
  at: Date;
};

function gift(
  accountId: number,
  { amount, daysAgo, memo }: { amount: number; daysAgo: number; memo: string },
): Movement {
  const ref = `demo:${accountId}:${memo}`;
  return {
    accountId,
    kind: 'adjustment',
    ref,
    memo,
    amount,
    book: 'adjustments',
    at: ago(daysAgo),
  };
}

async function insertMovement(
  trx: Kysely<Schema>,
  { accountId, ...movement }: Movement,
): Promise<void> {
  await trx
    .insertInto('ledger')
    .values({ ...movement, account_id: accountId })
    .execute();
}

async function insertPurchase(
  trx: Kysely<Schema>,
  { player, item: name, daysAgo, delivery }: PastPurchase,
): Promise<void> {
  const item = demoItems.find((one) => one.name === name)!;
  const { id: shopItemId } = await trx
    .selectFrom('shop_items')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const claimed = ago(daysAgo - 0.06);
  const settled = ago(daysAgo - 0.0604);
  const canceled = ago(daysAgo - 0.4);
  const hasFailed = delivery === 'attention';
  const wasClaimed = delivery === 'delivered' || hasFailed;
  const failure = hasFailed ? 'No room in the pack' : null;
  const { id } = await trx
    .insertInto('purchases')
    .values({
      account_id: player,
      shop_item_id: shopItemId,
      item_name: name,
      item_id: item.itemId,
      quantity: item.quantity ?? 1,
      price: item.price,
      took_stock: item.stock !== undefined,
      key: null,
      created_at: ago(daysAgo),
      state: delivery,
      claimed_at: wasClaimed ? claimed : null,
      delivered_at: delivery === 'delivered' ? settled : null,
      canceled_at: delivery === 'canceled' ? canceled : null,
      failures: hasFailed ? 5 : 0,
      last_failure: failure,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertDeliveryEvents(trx, id, [
    ...(wasClaimed ? [{ state: 'claimed' as const, at: claimed }] : []),
    ...(hasFailed ? [{ state: 'failed' as const, at: settled, detail: failure }] : []),
    ...(delivery === 'queued'
      ? []
      : [{ state: delivery, at: delivery === 'canceled' ? canceled : settled }]),
  ]);
  if (delivery !== 'canceled') return;
  await insertMovement(trx, {
    accountId: player,
    kind: 'refund',
    ref: String(id),
    memo: `Refund: ${name}`,
    amount: item.price,
    book: 'shop',
    at: canceled,
  });
}

type Step = { state: DeliveryState | 'failed'; at: Date; detail?: string | null };

async function insertDeliveryEvents(trx: Kysely<Schema>, id: number, steps: Step[]): Promise<void> {
  if (steps.length === 0) return;
  await trx
    .insertInto('delivery_events')
    .values(steps.map(({ state, at, detail = null }) => ({ purchase_id: id, state, detail, at })))
    .execute();
}

function ago(days: number): Date {
  return new Date(Date.now() - days * day);
}

/** In store order. Skips items that have a picture or were edited. */
export async function drawItemPictures(
  deps: Deps,
  artFolder: string,
  signal: AbortSignal,
): Promise<void> {
  for (const { name, art } of demoItems) {
    if (signal.aborted) return;
    await drawPicture(deps, name, join(artFolder, 'items', `${art}.svg`));
  }
}

async function drawPicture(deps: Deps, name: string, file: string): Promise<void> {
  const { db, live } = deps;
  const id = await findItemWithoutPicture(db, name);
  if (id === undefined) return;
  const { default: sharp } = await import('sharp');
  // The drawings are 400 pixels wide at 72 dpi.
  const drawing = await sharp(await readFile(file), { density: 144 })
    .resize({ width: 800 })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { url } = await storePicture(deps, drawing);
  await updateItemPicture(db, id, url.slice('/media/'.length));
  await live.publish(db, { topic: 'shop', data: { id } });
}
