import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Kysely } from 'kysely';

import type { DeliveryState, LedgerBook, LedgerKind, Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { findDemoPlayerIds } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';
import { storePicture } from '#server/features/media/media.service.ts';

import { demoItems } from './demo-items.ts';
import type { DemoItem } from './demo-items.ts';
import { findUnpicturedItem, setItemPicture } from './items.db.ts';

// The past is written with its own dates, which the functions of the database would not do: they
// know only the present. The triggers keep their rules all the same.

const day = 86_400_000;

type Past = { player: number; item: string; daysAgo: number; delivery: DeliveryState };

export async function loadDemoShop({ db }: Pick<Deps, 'db'>): Promise<void> {
  await insertItems(db);
  const guest = await db
    .selectFrom('accounts')
    .select('id')
    .where('email_key', '=', 'player@wynhold.test')
    .executeTakeFirst();
  const townsfolk = [...(await findDemoPlayerIds(db)).values()];
  await transaction(db, async (trx) => {
    const balances = new Map<number, number>();
    const move = (movement: Movement) => writeMovement(trx, balances, movement);
    if (guest) await move(gift(guest.id, { amount: 7500, daysAgo: 34, memo: 'Welcome gift' }));
    for (const [at, player] of townsfolk.entries()) {
      const memo = 'Prize of the autumn festival';
      await move(gift(player, { amount: 3000 + (at % 5) * 750, daysAgo: 33 - at * 0.05, memo }));
    }
    for (const past of pastOf(guest?.id, townsfolk)) await writePurchase(trx, move, past);
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

/** Oldest first, so that running balances follow one another. */
function pastOf(guest: number | undefined, townsfolk: readonly number[]): Past[] {
  const own: Omit<Past, 'player'>[] = [
    { item: 'Emberlit Lantern', daysAgo: 31, delivery: 'delivered' },
    { item: 'Pilgrim’s Boots', daysAgo: 24, delivery: 'delivered' },
    { item: 'Key to the Lower Vault', daysAgo: 9.4, delivery: 'canceled' },
    { item: 'Banner of Your House', daysAgo: 6.1, delivery: 'attention' },
    { item: 'Heart of the Lake', daysAgo: 1.2, delivery: 'delivered' },
    { item: 'Draught of Second Wind', daysAgo: 0.02, delivery: 'queued' },
  ];
  const wares = demoItems.filter(({ isHidden, perPlayer }) => !isHidden && perPlayer !== 1);
  const others = townsfolk.flatMap((player, at) =>
    [0, 1].map((turn) => {
      const daysAgo = 30 - ((at * 7 + turn * 13) % 29) - ((at * 37) % 10) / 10;
      return {
        player,
        item: wares[(at * 5 + turn * 3) % wares.length]!.name,
        daysAgo,
        delivery: deliveryOf(daysAgo, at + turn),
      };
    }),
  );
  const mine = guest === undefined ? [] : own.map((past) => ({ ...past, player: guest }));
  return [...mine, ...others].toSorted((a, b) => b.daysAgo - a.daysAgo);
}

function deliveryOf(daysAgo: number, at: number): DeliveryState {
  if (daysAgo < 1.5) return 'queued';
  return at % 17 === 11 ? 'canceled' : 'delivered';
}

type Movement = {
  accountId: number;
  kind: LedgerKind;
  ref: string;
  memo: string;
  amount: number;
  book: LedgerBook;
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

async function writeMovement(
  trx: Kysely<Schema>,
  balances: Map<number, number>,
  { accountId, kind, ref, memo, amount, book, at }: Movement,
): Promise<number> {
  const { id } = await trx
    .insertInto('ledger_transactions')
    .values({ kind, ref, memo, at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const balance = (balances.get(accountId) ?? 0) + amount;
  balances.set(accountId, balance);
  const none = { account_id: null, book: null, balance_after: null };
  await trx
    .insertInto('ledger_postings')
    .values([
      { ...none, transaction_id: id, account_id: accountId, amount, balance_after: balance },
      { ...none, transaction_id: id, book, amount: -amount },
    ])
    .execute();
  return id;
}

async function writePurchase(
  trx: Kysely<Schema>,
  move: (movement: Movement) => Promise<number>,
  { player, item: name, daysAgo, delivery }: Past,
): Promise<void> {
  const item = demoItems.find((one) => one.name === name)!;
  const { id: shopItemId } = await trx
    .selectFrom('shop_items')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const { id } = await trx
    .selectNoFrom((row) => row.fn<number>('nextval', [row.val('purchases_id_seq')]).as('id'))
    .executeTakeFirstOrThrow();
  const book = 'shop' as const;
  const base = { accountId: player, ref: String(id), book };
  const transactionId = await move({
    ...base,
    kind: 'purchase',
    memo: name,
    amount: -item.price,
    at: ago(daysAgo),
  });
  const deliveryId = await writeDelivery(trx, { player, item, daysAgo, delivery });
  const isRefunded = delivery === 'canceled';
  await trx
    .insertInto('purchases')
    .values({
      id,
      account_id: player,
      shop_item_id: shopItemId,
      item_name: name,
      item_id: item.itemId,
      quantity: item.quantity ?? 1,
      price: item.price,
      took_stock: item.stock !== undefined,
      key: null,
      delivery_id: deliveryId,
      transaction_id: transactionId,
      state: isRefunded ? 'refunded' : 'bought',
      created_at: ago(daysAgo),
      refunded_at: isRefunded ? ago(daysAgo - 0.4) : null,
    })
    .execute();
  if (!isRefunded) return;
  const memo = `Refund: ${name}`;
  await move({ ...base, kind: 'refund', memo, amount: item.price, at: ago(daysAgo - 0.4) });
}

type Sent = { player: number; item: DemoItem; daysAgo: number; delivery: DeliveryState };

async function writeDelivery(
  trx: Kysely<Schema>,
  { player, item, daysAgo, delivery }: Sent,
): Promise<string> {
  const id = randomUUID();
  const claimed = ago(daysAgo - 0.06);
  const settled = ago(daysAgo - 0.0604);
  const hasFailed = delivery === 'attention';
  const failure = hasFailed ? 'No room in the pack' : null;
  await trx
    .insertInto('deliveries')
    .values({
      id,
      account_id: player,
      item_id: item.itemId,
      item_name: item.name,
      quantity: item.quantity ?? 1,
      state: delivery,
      created_at: ago(daysAgo),
      claimed_at: delivery === 'delivered' || hasFailed ? claimed : null,
      delivered_at: delivery === 'delivered' ? settled : null,
      canceled_at: delivery === 'canceled' ? ago(daysAgo - 0.4) : null,
      server_id: null,
      lease_id: null,
      lease_until: null,
      failures: hasFailed ? 5 : 0,
      last_failure: failure,
    })
    .execute();
  const steps: { state: DeliveryState | 'failed'; at: Date; detail?: string | null }[] = [
    ...(delivery === 'delivered' || hasFailed ? [{ state: 'claimed' as const, at: claimed }] : []),
    ...(hasFailed ? [{ state: 'failed' as const, at: settled, detail: failure }] : []),
    ...(delivery === 'queued'
      ? []
      : [{ state: delivery, at: delivery === 'canceled' ? ago(daysAgo - 0.4) : settled }]),
  ];
  if (steps.length === 0) return id;
  await trx
    .insertInto('delivery_events')
    .values(steps.map(({ state, at, detail = null }) => ({ delivery_id: id, state, detail, at })))
    .execute();
  return id;
}

function ago(days: number): Date {
  return new Date(Date.now() - days * day);
}

/** First in the store, first drawn. What is there already, or was edited by somebody, is left alone. */
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
  const id = await findUnpicturedItem(db, name);
  if (id === undefined) return;
  const { default: sharp } = await import('sharp');
  // Drawn for 400 pixels at 72 to the inch.
  const drawing = await sharp(await readFile(file), { density: 144 })
    .resize({ width: 800 })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { url } = await storePicture(deps, drawing);
  await setItemPicture(db, id, url.slice('/media/'.length));
  await live.publish(db, { topic: 'shop', data: { id } });
}
