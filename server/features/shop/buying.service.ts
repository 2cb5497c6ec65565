import { randomUUID } from 'node:crypto';

import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { assertEmailConfirmed } from '#server/features/accounts/email-confirmation.service.ts';
import type { ConfirmationDeps } from '#server/features/accounts/email-confirmation.service.ts';
import { moveCoins } from '#server/features/wallet/wallet.service.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import { pagingOf, rowsOf } from '#server/lib/requests/paging.ts';
import { notEnoughCoinsText } from '#shared/endpoints/shop.ts';
import type { Gift, OwnShop, PurchaseReceipt } from '#shared/endpoints/shop.ts';
import { AppError } from '#shared/errors.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { wantsGiftMails } from './gifts.db.ts';
import { announceGift, getReceiver } from './gifts.service.ts';
import type { GiftDeps } from './gifts.service.ts';
import * as queries from './purchases.db.ts';
import type { BuyResult, LockedItem, PurchaseParams } from './purchases.db.ts';
import { toOwnPurchase } from './shop-shapes.ts';
import { shopSettings } from './shop.settings.ts';

// A purchase is one SQL statement: balance, stock, ledger, purchase and delivery change together or
// not at all, at the stored price. Name and price from the browser are only compared, never used.

type Buyer = { id: number; username: string; usernameKey: string };

export type PurchaseRequest = {
  username?: string | undefined;
  itemId: string | number;
  igId?: string | number | undefined;
  itemName?: string | undefined;
  price?: number | undefined;
  giftTo?: string | undefined;
  note?: string | undefined;
};

const purchasesPerPage = 10;

export async function buyItem(
  deps: ConfirmationDeps & GiftDeps,
  buyer: Buyer,
  { request, key }: { request: PurchaseRequest; key: string | null },
): Promise<PurchaseReceipt> {
  if (request.username !== undefined && toUsernameKey(request.username) !== buyer.usernameKey) {
    const text = `You are signed in as ${buyer.username} and can only buy for yourself.`;
    throw new AppError('access/not-yours', text);
  }
  await assertMayBuy(deps, buyer, key);
  const stockHint = deps.live.prepare({ topic: 'shop' });
  const params = {
    accountId: buyer.id,
    shopItemId: Number(request.itemId),
    key,
    price: request.price ?? null,
    itemId: request.igId === undefined ? null : Number(request.igId),
    name: request.itemName ?? null,
  };
  if (request.giftTo !== undefined) {
    return giveItem(deps, buyer, { ...params, giftTo: request.giftTo, note: request.note });
  }
  const result = await queries.insertPurchase(deps.db, params, stockHint);
  if (result.outcome === 'bought') {
    if (result.isCounted) stockHint.deliver();
    await notifyBuyer(deps, buyer.id);
  } else if (result.outcome !== 'repeated') throw toBuyError(deps, result);
  return toReceipt(result);
}

async function giveItem(
  deps: Pick<Deps, 'db'> & GiftDeps,
  buyer: Buyer,
  { giftTo, note, ...purchase }: PurchaseParams & Gift,
): Promise<PurchaseReceipt> {
  const receiver = await getReceiver(deps.db, buyer.id, giftTo);
  const result = await transaction(deps.db, async (trx) => {
    const given = await buyWithin(deps, trx, { ...purchase, receiverId: receiver.id });
    const { outcome, purchaseId, itemName } = given;
    if (outcome === 'bought' && purchaseId !== null && itemName !== null) {
      const gift = { purchaseId, itemName, from: buyer.username, note };
      await announceGift(deps, trx, receiver, gift);
    }
    return given;
  });
  if (result.outcome !== 'bought' && result.outcome !== 'repeated') throw toBuyError(deps, result);
  return toReceipt(result);
}

type PurchaseWithin = Omit<PurchaseParams, 'itemId' | 'name'> &
  Partial<Pick<PurchaseParams, 'itemId' | 'name'>>;

/** In the caller's transaction. A refusal is an outcome, which changes nothing; the store may be closed. */
export async function buyWithin(
  { live }: Pick<Deps, 'live'>,
  trx: Trx,
  purchase: PurchaseWithin,
): Promise<BuyResult> {
  const result = await queries.insertPurchaseWithin(trx, { itemId: null, name: null, ...purchase });
  if (result.outcome === 'bought') {
    await live.publish(trx, { topic: 'me', accountId: purchase.accountId });
    if (result.isCounted) await live.publish(trx, { topic: 'shop' });
  }
  return result;
}

/** Before a payment: refuses what could not be bought, even with enough coins. Buys nothing. */
export async function assertOnSale(
  deps: Pick<Deps, 'db' | 'brand' | 'live'>,
  { accountId, shopItemId, price }: { accountId: number; shopItemId: number; price: number },
): Promise<void> {
  let result: BuyResult | undefined;
  await transaction(deps.db, async (trx) => {
    const purchase = { accountId, shopItemId, price, key: null, itemId: null, name: null };
    result = await queries.insertPurchaseWithin(trx, purchase);
    if (result.outcome === 'too-poor') {
      // The limit per player is checked after the balance, so try again with enough coins.
      await moveCoins(deps, trx, {
        accountId,
        kind: 'adjustment',
        ref: `try:${randomUUID()}`,
        amount: price - result.balance,
        book: 'adjustments',
        memo: '',
      });
      result = await queries.insertPurchaseWithin(trx, purchase);
    }
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  if (result && result.outcome !== 'bought') throw toBuyError(deps, result);
}

/** Thrown to roll back the transaction. */
const undone = new Error('This purchase was only tried.');

export function isShopOpen(deps: Pick<Deps, 'db' | 'live'>): Promise<boolean> {
  return getSetting(deps, shopSettings.isOpen);
}

/** Also for buying coins. */
export function assertBuyerConfirmed(deps: ConfirmationDeps, username: string): Promise<void> {
  return assertEmailConfirmed(deps, username, shopSettings.unconfirmedMayBuy);
}

/** A retry of a purchase made before the settings changed still gets its answer. */
async function assertMayBuy(
  deps: ConfirmationDeps,
  buyer: Buyer,
  key: string | null,
): Promise<void> {
  try {
    await assertShopOpen(deps);
    await assertBuyerConfirmed(deps, buyer.username);
  } catch (error) {
    if (key === null || !(await queries.hasPurchase(deps.db, buyer.id, key))) throw error;
  }
}

async function assertShopOpen(deps: Pick<Deps, 'db' | 'live'>): Promise<void> {
  if (await isShopOpen(deps)) return;
  throw new AppError(
    'shop/closed',
    'The store is closed at the moment. Nothing was bought and your balance is unchanged; please try again later.',
  );
}

/**
 * Runs after the commit: transactions that notify commit one at a time, and most purchases change
 * no stock. If the process dies in between, the buyer's open pages reconnect and reload everything.
 * The stock is cached by every replica, so its notification is part of the purchase's transaction.
 */
async function notifyBuyer(
  { db, live, onProblem }: Pick<Deps, 'db' | 'live' | 'onProblem'>,
  accountId: number,
): Promise<void> {
  try {
    await live.publish(db, { topic: 'me', accountId });
  } catch (error) {
    // The purchase is committed, so the buyer must not get an error.
    onProblem('Could not notify open pages of a purchase.', error);
  }
}

function toReceipt({ purchaseId, itemName, price, balance }: BuyResult): PurchaseReceipt {
  const name = itemName ?? '';
  return {
    message: `You successfully purchased ${name}!`,
    purchaseId: String(purchaseId),
    itemName: name,
    price: price ?? 0,
    balance,
  };
}

function toBuyError({ brand }: Pick<Deps, 'brand'>, result: BuyResult): AppError {
  const { outcome, itemName, price } = result;
  const { coins } = brand.now().words;
  const name = itemName ?? 'This item';
  switch (outcome) {
    case 'too-poor':
      return new AppError('shop/not-enough-coins', notEnoughCoinsText(coins));
    case 'frozen':
      return new AppError(
        'shop/wallet-frozen',
        'Your wallet is frozen while one of your payments is disputed. Please contact us.',
      );
    case 'ended':
      return new AppError('shop/ended', `The offer for ${name} has ended.`);
    case 'undeliverable':
      return new AppError(
        'shop/undeliverable',
        `${name} cannot be bought at the moment, because no game server can deliver it. Nothing was bought and your balance is unchanged.`,
      );
    case 'sold-out':
      return new AppError('shop/sold-out', `${name} is sold out.`);
    case 'limit-reached':
      return new AppError('shop/limit-reached', `You have reached the purchase limit for ${name}.`);
    case 'needs-unmet':
      return new AppError('shop/locked', `You do not meet the requirements for ${name} yet.`);
    case 'price-differs':
      return new AppError(
        'shop/price-changed',
        `${name} costs ${price?.toLocaleString('en')} ${coins}. Please check the store again.`,
      );
    case 'id-differs':
    case 'name-differs':
      return new AppError(
        'shop/item-differs',
        'This item has changed. Please check the store again.',
      );
    case 'key-reused':
      return new AppError(
        'shop/key-reused',
        'This Idempotency-Key was already used for another purchase.',
      );
    default:
      return new AppError('shop/not-found', 'This item is not for sale.');
  }
}

export async function getOwnShop({ db }: Pick<Deps, 'db'>, accountId: number): Promise<OwnShop> {
  const bought = await queries.countLimitedPurchases(db, accountId);
  const waiting = await queries.findWaitingPurchases(db, accountId);
  const discount = await queries.findDiscount(db, accountId);
  const locked = await queries.findLockedItems(db, accountId);
  return {
    frozen: await queries.isWalletFrozen(db, accountId),
    bought: bought.map(({ id, count }) => ({ itemId: String(id), count })),
    waiting: waiting.map(({ id, state }) => ({ itemId: String(id), state })),
    ...(discount && { discount }),
    ...((await wantsGiftMails(db, accountId)) && { giftMails: true }),
    ...(locked.length > 0 && { locked: locked.map(toLocked) }),
  };
}

/** One per player. Null removes it. */
export async function pinItem(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  accountId: number,
  itemId: number | null,
): Promise<void> {
  if (!(await queries.setPinnedItem(db, accountId, itemId))) {
    throw new AppError('shop/not-found', 'This item is not for sale.');
  }
  await live.publish(db, { topic: 'me', accountId });
}

function toLocked({ id, level, rank }: LockedItem) {
  const needs = [
    level !== null && `total level ${level.toLocaleString('en')}`,
    rank !== null && `the supporter rank ${rank}`,
  ];
  return { itemId: String(id), reason: `Reach ${needs.filter(Boolean).join(' and ')} first.` };
}

export async function listOwnPurchases({ db }: Pick<Deps, 'db'>, accountId: number, page: number) {
  const total = await queries.countPurchasesOf(db, accountId);
  const rows = await queries.findPurchasesOf(db, accountId, rowsOf(page, purchasesPerPage));
  const events = await queries.findDeliveryEvents(
    db,
    rows.map(({ id }) => id),
  );
  const purchases = rows.map((row) =>
    toOwnPurchase(row, events.filter(({ purchaseId }) => purchaseId === row.id).map(withIsoDates)),
  );
  return { purchases, ...pagingOf(page, purchasesPerPage, total) };
}
