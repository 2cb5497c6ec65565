import { toBase37 as toNumber } from './fake-game.ts';
import type { FakeGame } from './fake-game.ts';

type Update = { type: 0; username37: string; friends: [number, string][] };
type Ignored = { type: 1; username37: string; ignored: string[] };
type Chat = { type: 2; username37: string; targetUsername37: string; chat: string };

const listTypes = { addFriend: 1, removeFriend: 2, ignore: 3, stopIgnoring: 4 } as const;

const toBase37 = (name: string): string => toNumber(name).toString();

/** Actions of the players of a fake world with friends and private chat, in the game's own messages. */
export function createFakeFriends(game: FakeGame) {
  const of = (player: string, more: object = {}) => ({ username37: toBase37(player), ...more });
  const received = <Message extends { type: number }>(type: Message['type']) =>
    game.social.filter((message) => message.type === type) as unknown as Message[];
  let lastMessage = 0;

  return {
    enter: (player: string, privateChat = 0) => game.logIn(player, 'secret', { privateChat }),
    leave: (player: string) => game.sendPresence(6, player),
    setChatMode: (player: string, privateChat: number) =>
      game.sendFriendMessage(7, of(player, { privateChat })),
    change: (kind: keyof typeof listTypes, player: string, target: string) =>
      game.sendFriendMessage(listTypes[kind], of(player, { targetUsername37: toBase37(target) })),
    say: (player: string, target: string, chat: string, staffLvl = 0) =>
      game.sendFriendMessage(
        8,
        of(player, {
          targetUsername37: toBase37(target),
          staffLvl,
          pmId: (lastMessage += 1),
          chat,
          coord: 0,
          nodeTime: Date.now(),
        }),
      ),
    /** The world that the player's client shows for a friend; undefined if it has no such friend. */
    worldOf(player: string, friend: string): number | undefined {
      const updates = received<Update>(0).filter(
        ({ username37 }) => username37 === toBase37(player),
      );
      return updates
        .flatMap(({ friends }) => friends)
        .findLast(([, name]) => name === toBase37(friend))?.[0];
    },
    ignoredBy: (player: string) =>
      received<Ignored>(1).findLast(({ username37 }) => username37 === toBase37(player))?.ignored,
    messagesTo: (player: string) =>
      received<Chat>(2)
        .filter(({ targetUsername37 }) => targetUsername37 === toBase37(player))
        .map(({ chat }) => chat),
  };
}
