import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { deliveryStates } from '../rules/order-states.ts';
import { productKinds } from '../rules/product-kinds.ts';
import {
  bulkOf,
  BulkAnswer,
  listOf,
  Day,
  Id,
  IdNumber,
  isoTimestamp,
  line,
  maxInt4,
  Moment,
  optionalText,
  CountedPageQuery,
  PageQuery,
  Paging,
  Version,
  wholeNumber,
} from '../schemas.ts';
import { Picture } from './media.ts';

const endpoint = endpointsOf('Shop', { access: 'login' });
const staffEndpoint = endpointsOf('Shop', { permissions: ['shop'] });

export const shopLimits = {
  name: 60,
  description: 400,
  price: 10_000_000,
  itemId: 1_000_000,
  quantity: 1_000_000,
  stock: 1_000_000,
  perPlayer: 1000,
  servers: 100,
  level: 10_000,
  /** A rank, a membership or a command. */
  value: 200,
  days: 3650,
  parts: 20,
  perPart: 1000,
};

export function notEnoughCoinsText(coins: string): string {
  return `You don't have enough ${coins} to purchase this.\nTry topping off!`;
}

export const ProductKind = z.enum(productKinds);

export type ShopItem = z.infer<typeof ShopItem>;
export const ShopItem = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** URL of the picture. `picture` adds its sizes if it was uploaded to this site. */
  image: z.nullable(z.string()),
  picture: z.nullable(Picture),
  /** In coins. */
  price: z.int(),
  /** The item's id in the game. */
  itemId: z.int(),
  /** Number of items delivered per purchase. */
  quantity: z.int(),
  enabled: z.boolean(),
  /** Null if the offer has no end. */
  endsAt: z.nullable(Moment),
  /** Items left; null means unlimited. */
  stock: z.nullable(z.int()),
  perPlayerLimit: z.nullable(z.int()),
  /** Whether a connected game server can deliver it. If not, it cannot be bought. */
  deliverable: z.boolean(),
  /** The following are absent where they do not apply. Absent: an item of the game. */
  kind: z.optional(ProductKind),
  /** The id of its category. */
  category: z.optional(z.string()),
  /** Only during a sale: the price without it. `price` is always what is paid now. */
  fullPrice: z.optional(z.int()),
  sale: z.optional(z.object({ name: z.string(), endsAt: Moment })),
  /** No discount goes below it. Only for bundles of several deliveries; otherwise it is 1. */
  leastPrice: z.optional(z.int()),
  /** How long a rank, a membership or a command lasts. Absent: for ever. */
  days: z.optional(z.int()),
  /** The parts of a bundle. */
  contents: z.optional(
    z.array(
      z.object({
        name: z.string(),
        quantity: z.int(),
        image: z.nullable(z.string()),
        picture: z.nullable(Picture),
      }),
    ),
  ),
  /** Coins that a bundle is cheaper than its parts on their own. */
  saving: z.optional(z.int()),
  /** How many all players together can still buy. */
  totalLeft: z.optional(z.int()),
  needs: z.optional(
    z.object({ totalLevel: z.optional(z.int()), supporterRank: z.optional(z.string()) }),
  ),
});

export const listShopItems = endpoint('GET /api/shop/items', {
  summary: 'Items for sale now, in store order.',
  response: z.array(ShopItem),
});

export const DeliveryState = z.enum(deliveryStates);
export type DeliveryState = z.infer<typeof DeliveryState>;

export type OwnShop = z.infer<typeof OwnShop>;
export const OwnShop = z.object({
  /** True while a payment is disputed; the caller cannot buy anything. */
  frozen: z.boolean(),
  /** How many the caller has bought of each item that has a per-player limit. */
  bought: z.array(z.object({ itemId: z.string(), count: z.int() })),
  /** Items the caller bought and has not received, with the state of the newest such purchase. */
  waiting: z.array(z.object({ itemId: z.string(), state: DeliveryState })),
  /** Percent off the next purchase, from a code. `priceAfter` in shared/rules/prices.ts is what it costs then. */
  discount: z.optional(z.object({ percent: z.int(), label: z.string() })),
  /** True: the caller gets an email for a gift. */
  giftMails: z.optional(z.literal(true)),
  /** Items whose requirements the caller does not meet, with the reason. */
  locked: z.optional(z.array(z.object({ itemId: z.string(), reason: z.string() }))),
});

export const getOwnShop = endpoint('GET /api/shop/mine', {
  summary:
    'Whether the caller may buy, how many they have bought of each limited item, and which deliveries wait.',
  response: OwnShop,
});

export const noteLength = 200;

/** A purchase for another player. */
export type Gift = z.infer<typeof Gift>;
export const Gift = z.object({
  giftTo: line(40, 'Enter the name of a player.'),
  /** Plain text, without characters that change the direction of what follows. */
  note: z.optional(
    line(noteLength, 'Write a note.').check(
      z.regex(/^[^\u202a-\u202e\u2066-\u2069]*$/, 'Use one line of text.'),
    ),
  ),
});

export const pinItem = endpoint('PUT /api/shop/pinned', {
  summary: 'Pin an item: the balance in the header then shows the way to it. Null: none.',
  body: z.object({ itemId: z.nullable(IdNumber) }),
});

export type PurchaseReceipt = z.infer<typeof PurchaseReceipt>;
export const PurchaseReceipt = z.object({
  message: z.string(),
  purchaseId: z.string(),
  itemName: z.string(),
  price: z.int(),
  balance: z.int(),
});

export const buyItem = endpoint('POST /api/shop/buy', {
  isOnlyForStaying: true,
  summary:
    'Buy one item. Retries with the same Idempotency-Key header buy once; without it, every call buys.',
  body: z.object({
    /** Must match the session's account, which is the one that buys. */
    username: optionalText(100),
    /** The store's id, not the game's. */
    itemId: z.union([Id, IdNumber], 'Choose an item to buy.'),
    /** The next three must match the stored item if given. */
    igId: z.optional(z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/))])),
    itemName: optionalText(200),
    price: z.optional(z.number('The price must be a number.')),
    giftTo: z.optional(Gift.shape.giftTo),
    note: Gift.shape.note,
  }),
  response: PurchaseReceipt,
  limit: { max: 120, seconds: 60 },
  takesIdempotencyKey: true,
});

const DeliveryEvent = z.object({
  state: z.enum([...DeliveryState.options, 'failed']),
  at: Moment,
});

const PurchaseState = z.enum(['bought', 'refunded']);
export type PurchaseState = z.infer<typeof PurchaseState>;

export type OwnPurchase = z.infer<typeof OwnPurchase>;
export const OwnPurchase = z.object({
  id: z.string(),
  itemName: z.string(),
  quantity: z.int(),
  price: z.int(),
  createdAt: Moment,
  state: PurchaseState,
  image: z.nullable(z.string()),
  picture: z.nullable(Picture),
  delivery: z.object({ state: DeliveryState, events: z.array(DeliveryEvent) }),
  /** Only of a gift, with the name of the other player. One to the caller has the price 0. */
  gift: z.optional(
    z.object({
      isToMe: z.boolean(),
      player: z.string(),
      note: z.nullable(z.string()),
      isReported: z.boolean(),
    }),
  ),
});

export const listOwnPurchases = endpoint('GET /api/shop/purchases', {
  summary:
    'The caller’s purchases and gifts to the caller, with their delivery history, newest first.',
  query: PageQuery,
  response: z.object({
    purchases: z.array(OwnPurchase),
    ...Paging,
  }),
});

export const reportGiftNote = endpoint('POST /api/shop/purchases/{id}/report', {
  summary: 'Report the note of a gift to the caller.',
  limit: { max: 30, seconds: 3600 },
});

export const setGiftMails = endpoint('PUT /api/shop/gift-mails', {
  summary: 'Turn emails about gifts to the caller on or off.',
  body: z.object({ isOn: z.boolean() }),
  limit: { max: 60, seconds: 60 },
});

export type ManagedItem = z.infer<typeof ManagedItem>;
export const ManagedItem = z.extend(ShopItem, {
  /** `price` is the item's own price here, also during a sale; this is the price in the running sale. */
  salePrice: z.optional(z.int()),
  /** Sent back when saving; a save based on an older version is rejected. */
  version: z.int(),
  updatedAt: Moment,
  updatedBy: z.nullable(z.string()),
  /** Purchases and coins, without refunded purchases. */
  sold: z.int(),
  earned: z.int(),
  /** The game servers that may deliver it; null: every server that delivers. */
  serverIds: z.nullable(z.array(z.int())),
  /** Names of the servers that can deliver it. */
  deliveredBy: z.array(z.string()),
  /** Names of the servers that may deliver it, but whose game does not have an item of this id. */
  lackedBy: z.array(z.string()),
  /** Names of the servers that may deliver it, but whose game has never called the site. */
  neverConnected: z.array(z.string()),
  categoryId: z.nullable(z.int()),
  totalLimit: z.nullable(z.int()),
  needsLevel: z.nullable(z.int()),
  needsStep: z.nullable(z.int()),
  value: z.nullable(z.string()),
  endValue: z.nullable(z.string()),
  isOneDelivery: z.boolean(),
  /** The parts of a bundle, by their ids in the store. Absent: it is not a bundle. */
  parts: z.optional(z.array(z.object({ itemId: z.int(), count: z.int() }))),
});

export type ItemDraft = z.infer<typeof ItemDraft>;
export const ItemDraft = z.object({
  name: line(shopLimits.name, 'Give the item a name.'),
  description: z
    .string()
    .check(
      z.trim(),
      z.maxLength(shopLimits.description, `Use at most ${shopLimits.description} characters.`),
    ),
  image: z.nullable(z.string().check(z.maxLength(500))),
  price: wholeNumber(1, shopLimits.price),
  itemId: wholeNumber(0, shopLimits.itemId),
  quantity: wholeNumber(1, shopLimits.quantity),
  enabled: z.boolean(),
  endsAt: z.nullable(isoTimestamp('Choose a date and time.')),
  stock: z.nullable(wholeNumber(0, shopLimits.stock)),
  perPlayerLimit: z.nullable(wholeNumber(1, shopLimits.perPlayer)),
  /** Null: every server that delivers. If omitted, a saved item keeps its servers. */
  serverIds: z.optional(
    z.nullable(
      z
        .array(IdNumber)
        .check(z.minLength(1, 'Choose at least one game server.'), z.maxLength(shopLimits.servers)),
    ),
  ),
  /** Cannot be changed later. Only an item has `itemId`, `quantity` and `stock`; the others send 0, 1 and null. */
  kind: z.optional(ProductKind),
  /** If one of the following is omitted, a saved item keeps it. */
  categoryId: z.optional(z.nullable(IdNumber)),
  totalLimit: z.optional(z.nullable(wholeNumber(1, shopLimits.stock))),
  needsLevel: z.optional(z.nullable(wholeNumber(1, shopLimits.level))),
  needsStep: z.optional(z.nullable(IdNumber)),
  /** The rank, the membership, or the command with {player} in it. */
  value: z.optional(z.nullable(line(shopLimits.value, 'Say what the player gets.'))),
  /** The command that takes it back, when its days are over or it is refunded. */
  endValue: z.optional(z.nullable(line(shopLimits.value, 'Enter a command.'))),
  days: z.optional(z.nullable(wholeNumber(1, shopLimits.days))),
  isOneDelivery: z.optional(z.boolean()),
  parts: z.optional(
    z
      .array(z.object({ itemId: IdNumber, count: wholeNumber(1, shopLimits.perPart) }))
      .check(
        z.minLength(2, 'Choose at least two items.'),
        z.maxLength(shopLimits.parts, `Choose at most ${shopLimits.parts} items.`),
      ),
  ),
});

export const listManagedItems = staffEndpoint('GET /api/admin/shop/items', {
  summary: 'All items in the store with their sales.',
  response: z.array(ManagedItem),
});

export const createShopItem = staffEndpoint('POST /api/admin/shop/items', {
  summary: 'Add an item at the end of the store.',
  body: ItemDraft,
  response: ManagedItem,
});

export const updateShopItem = staffEndpoint('PUT /api/admin/shop/items/{id}', {
  summary: 'Save an item. Fails with shop/outdated if it was saved by someone else meanwhile.',
  body: z.extend(ItemDraft, {
    version: Version,
    /** The stock the editor showed, so that sales made meanwhile are still deducted. */
    stockSeen: z.optional(z.nullable(wholeNumber(0, maxInt4))),
  }),
  response: ManagedItem,
});

export const setShopItemEnabled = staffEndpoint('PATCH /api/admin/shop/items/{id}/enabled', {
  summary: 'Show or hide an item.',
  body: z.object({ enabled: z.boolean() }),
  response: ManagedItem,
});

export const deleteShopItem = staffEndpoint('DELETE /api/admin/shop/items/{id}', {
  summary: 'Delete an item. Its purchases stay in the logs.',
});

export const reorderShopItems = staffEndpoint('PUT /api/admin/shop/order', {
  summary: 'Set the order of the items in the store.',
  body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(2000)) }),
  response: z.array(ManagedItem),
});

export type LoggedPurchase = z.infer<typeof LoggedPurchase>;
export const LoggedPurchase = z.object({
  id: z.string(),
  username: z.string(),
  itemName: z.string(),
  itemId: z.int(),
  quantity: z.int(),
  price: z.int(),
  createdAt: Moment,
  state: PurchaseState,
  refundedAt: z.nullable(Moment),
  deliveryId: z.string(),
  deliveryState: DeliveryState,
  /** Failed attempts, and the game's reason for the last one. */
  failures: z.int(),
  lastFailure: z.nullable(z.string()),
  /** The following are absent where they do not apply. Absent: an item of the game. */
  kind: z.optional(ProductKind),
  /** The name of the bundle of which it is a part. */
  bundle: z.optional(z.string()),
  /** The player who gets the gift. */
  receiver: z.optional(z.string()),
  note: z.optional(z.string()),
  /** The receiver has reported the note. */
  isReported: z.optional(z.literal(true)),
  /** Without sale and discount. */
  fullPrice: z.optional(z.int()),
  /** It takes back what was given before. It can only be canceled if it needs attention. */
  isEnd: z.optional(z.literal(true)),
  /** It can be taken back, so it can be refunded after it was delivered. */
  canEnd: z.optional(z.literal(true)),
});

/** `from` and `until` are whole UTC days, both included. */
export type PurchaseFilter = z.infer<typeof PurchaseFilter>;
export const PurchaseFilter = z.object({
  /** Its number, or the id of its delivery. */
  id: optionalText(100),
  /** Part of a name; `username` is the exact name. */
  player: optionalText(100),
  username: optionalText(40),
  /** Part of the item's name, or its in-game id. */
  item: optionalText(100),
  delivery: z.optional(DeliveryState),
  /** Only purchases that wait although no game server can deliver them. They can be refunded. */
  undeliverable: z.optional(z.literal('true')),
  /** Only gifts whose note was reported. */
  reported: z.optional(z.literal('true')),
  state: z.optional(PurchaseState),
  from: z.optional(Day),
  until: z.optional(Day),
});

export const listPurchases = staffEndpoint('GET /api/admin/purchases', {
  summary:
    'Purchases, newest first, with totals for everything that matches the filter. More than 20,000 are counted and summed only with totals=all; otherwise totals is null and total a lower limit.',
  query: z.extend(PurchaseFilter, CountedPageQuery.shape),
  response: z.object({
    purchases: z.array(LoggedPurchase),
    ...Paging,
    totals: z.nullable(
      z.object({ spent: z.int(), refunded: z.int(), players: z.int(), waiting: z.int() }),
    ),
  }),
});

export const purchasesCsvPath = '/api/admin/purchases.csv';

export const downloadPurchases = staffEndpoint(`GET ${purchasesCsvPath}`, {
  summary: 'The purchases as CSV, with the same filter.',
  query: z.extend(PurchaseFilter, {
    /** Only these purchases, separated by commas. */
    ids: z.optional(listOf(/\d{1,15}/)),
  }),
  response: z.string(),
  contentType: 'text/csv',
});

export const refundPurchase = staffEndpoint('POST /api/admin/purchases/{id}/refund', {
  freshMinutes: adminFreshMinutes,
  summary: 'Cancel a delivery that is queued or needs attention, and refund its coins.',
  response: LoggedPurchase,
});

export const refundPurchases = staffEndpoint('POST /api/admin/purchases/refund', {
  freshMinutes: adminFreshMinutes,
  summary:
    'Refund several purchases, each by the rules of a single refund. A repeated call refunds nothing twice.',
  body: z.object({ ids: bulkOf(Id) }),
  response: BulkAnswer,
});

export const refundBundle = staffEndpoint('POST /api/admin/purchases/{id}/refund-bundle', {
  freshMinutes: adminFreshMinutes,
  summary: 'Refund every part of the bundle of this purchase that can still be refunded.',
  response: BulkAnswer,
});

export const reviewGiftNote = staffEndpoint('POST /api/admin/purchases/{id}/note', {
  summary: 'Keep or remove the note of a gift, and close its report.',
  body: z.object({ isKept: z.boolean() }),
});

export function isOver(item: Pick<ShopItem, 'endsAt'>, now: number): boolean {
  return item.endsAt !== null && Date.parse(item.endsAt) <= now;
}

export function isRefundable(
  purchase: Pick<LoggedPurchase, 'state' | 'deliveryState' | 'isEnd' | 'canEnd'>,
): boolean {
  const { state, deliveryState, isEnd, canEnd } = purchase;
  if (state !== 'bought') return false;
  if (deliveryState === 'delivered') return canEnd ?? false;
  return deliveryState === 'attention' || (deliveryState === 'queued' && !isEnd);
}
