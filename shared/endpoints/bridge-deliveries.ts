import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { productKinds } from '../rules/product-kinds.ts';
import { PlayerName, bridgeLimits, withoutControlCharacters } from './bridge.ts';

const endpoint = endpointsOf('Game bridge');

/** `id` is never reused: the game saves it in the same durable write as the item. */
export type BridgeDelivery = z.infer<typeof BridgeDelivery>;
export const BridgeDelivery = z.object({
  id: z.string(),
  itemId: z.int(),
  itemName: z.string(),
  quantity: z.int(),
  /** True: given for a vote, not bought. */
  isReward: z.optional(z.boolean()),
  /** The following are absent where they do not apply; a plain item has none of them. */
  kind: z.optional(z.enum(productKinds)),
  /** The rank, the membership, or the command to run, with the player's name filled in. */
  value: z.optional(z.string()),
  days: z.optional(z.int()),
  /** When it ends if it is applied now. The site sends the end as a delivery of its own. */
  until: z.optional(z.string()),
  /** True: take `value` back, or run it as the command of the end. */
  isEnd: z.optional(z.boolean()),
  /** The items of a bundle that is delivered as one. */
  contents: z.optional(
    z.array(z.object({ itemId: z.int(), itemName: z.string(), quantity: z.int() })),
  ),
  /** The player who gave it. */
  from: z.optional(z.string()),
  /** The giver's words: one line of plain text, at most 200 characters. */
  note: z.optional(z.string()),
});

export const claimDeliveries = endpoint('POST /api/bridge/v1/deliveries/claim', {
  access: { token: 'deliveries' },
  takesIdempotencyKey: true,
  summary: 'Claim what a player has bought and not yet received, with a lease of 120 seconds.',
  body: z.object({
    player: PlayerName,
    /** The player's game session. The same session gets the items it already holds again. */
    session: z.string().check(z.minLength(1), z.maxLength(100), withoutControlCharacters()),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(bridgeLimits.claimLimit)), 20),
  }),
  response: z.object({
    /** Null when there is nothing to deliver. */
    leaseId: z.nullable(z.string()),
    leaseUntil: z.nullable(z.string()),
    items: z.array(BridgeDelivery),
    /** False: no account has this name. Check how the game spells it. */
    hasAccount: z.boolean(),
  }),
});

const DeliveryId = z.object({ id: z.uuid() });

export const ackDelivery = endpoint('POST /api/bridge/v1/deliveries/{id}/ack', {
  access: { token: 'deliveries' },
  takesIdempotencyKey: true,
  summary: 'Report whether a claimed delivery was applied. Safe to repeat.',
  params: DeliveryId,
  body: z.discriminatedUnion('status', [
    z.object({ status: z.literal('applied'), leaseId: z.optional(z.uuid()) }),
    z.object({
      status: z.literal('failed'),
      leaseId: z.optional(z.uuid()),
      reason: z.string().check(z.minLength(1), z.maxLength(300)),
      /** False: retrying will not help, an admin must look at it. */
      retryable: z.boolean(),
    }),
  ]),
  response: z.object({ id: z.string(), state: z.string() }),
});

export type GameItemList = z.infer<typeof GameItemList>;
export const GameItemList = z
  .object({
    /** The game has every id below this one. */
    count: z.optional(z.int().check(z.minimum(1), z.maximum(bridgeLimits.itemId + 1))),
    /** Single items, or the names of items that are counted already. Empty: the game delivers nothing. */
    items: z.optional(
      z
        .array(
          z.object({
            id: z.int().check(z.minimum(0), z.maximum(bridgeLimits.itemId)),
            name: z.optional(
              z
                .string()
                .check(z.maxLength(100), z.regex(/^\P{Cc}*$/u, 'Use no control characters.')),
            ),
          }),
        )
        .check(z.maxLength(bridgeLimits.listedItems, 'At most 65,536 items.')),
    ),
  })
  .check(
    z.refine(({ count, items }) => count !== undefined || items !== undefined, {
      error: 'Send the items of the game, or their number as count.',
    }),
  );

export const sendItemList = endpoint('PUT /api/bridge/v1/items', {
  access: { token: 'deliveries' },
  summary:
    'Report which items the game has; replaces the list sent before. Other items are not sold, or only by other servers.',
  body: GameItemList,
  response: z.object({
    /** How many different ids the list has. */
    items: z.int(),
  }),
});
