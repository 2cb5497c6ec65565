import * as z from 'zod';

import { fromBase37, toBase37 } from '../lib/base37.ts';
import { isGameName } from './names.ts';

// Messages about friends and private chat on the friend channel. The names are base-37 numbers.

/** A spelling that the game does not use for a player, such as two underscores, is not a player here. */
const Player = z.string().transform(fromBase37).pipe(z.string().refine(isGameName));
const AnyName = z.string().transform(fromBase37).pipe(z.string());

export const chatMode = { on: 0, friends: 1, off: 2 } as const;
/** The game's friend server also takes any other value for "on". */
const ChatMode = z.literal([0, 1, 2]).catch(chatMode.on);

export const SocialMessage = z.discriminatedUnion('type', [
  // Add and remove a friend, add and remove an ignored player.
  z.object({ type: z.literal([1, 2, 3, 4]), username37: Player, targetUsername37: AnyName }),
  z.object({ type: z.literal(5), username37: Player, privateChat: ChatMode }),
  z.object({ type: z.literal(6), username37: Player }),
  z.object({ type: z.literal(7), username37: Player, privateChat: ChatMode }),
  z.object({
    type: z.literal(8),
    username37: Player,
    targetUsername37: Player,
    staffLvl: z.number().default(0),
    pmId: z.number(),
    chat: z.string().max(500),
  }),
]);

export type SocialMessage = z.infer<typeof SocialMessage>;
export type ChatMode = z.infer<typeof ChatMode>;
export type PrivateMessage = Extract<SocialMessage, { type: 8 }>;
export type ListChange = Extract<SocialMessage, { type: 1 | 2 | 3 | 4 }>;

/** Adds friends to the player's list, or changes the worlds they are shown in. World 0 is offline. */
export function friendUpdate(player: string, friends: [world: number, name: string][]): object {
  return {
    type: 0,
    username37: toBase37(player),
    friends: friends.map(([world, name]) => [world, toBase37(name)]),
  };
}

export function ignoreList(player: string, ignored: string[]): object {
  return { type: 1, username37: toBase37(player), ignored: ignored.map(toBase37) };
}

export function privateMessage(message: PrivateMessage): object {
  const { username37, targetUsername37, staffLvl, pmId, chat } = message;
  return {
    type: 2,
    username37: toBase37(username37),
    targetUsername37: toBase37(targetUsername37),
    staffLvl,
    pmId,
    chat,
  };
}
