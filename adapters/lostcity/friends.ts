import { isDeepStrictEqual } from 'node:util';

import type { RecordStore } from '../lib/record-store.ts';
import { chatMode, friendUpdate, ignoreList, privateMessage } from './friend-messages.ts';
import type { ChatMode, ListChange, PrivateMessage, SocialMessage } from './friend-messages.ts';
import { toGameName } from './names.ts';
import type { OpenSessions } from './open-sessions.ts';

// Friends, ignored players and private messages. A change is on disk before anybody sees it. The caller
// runs one call at a time and sends the messages that it returns.

export type FriendRecord = {
  friends: string[];
  ignored: string[];
  /** The rest is stored too, so that it is known after a restart while the player is online. */
  chatMode: ChatMode;
  staffLevel: number;
  mutedUntil: string | null;
};

export type Standing = Partial<Pick<FriendRecord, 'staffLevel' | 'mutedUntil'>>;

/** A message for one world. It is dropped if that world is not connected. */
export type Outgoing = { world: number; message: object };

type Deps = { records: RecordStore<FriendRecord>; sessions: Pick<OpenSessions, 'find' | 'names'> };
type Present = { world: number; record: FriendRecord };

const newRecord: FriendRecord = {
  friends: [],
  ignored: [],
  chatMode: chatMode.on,
  staffLevel: 0,
  mutedUntil: null,
};
/** The largest lists of the game's clients. */
const maxFriends = 200;
const maxIgnored = 100;

export function createFriends({ records, sessions }: Deps) {
  const present = new Map<string, Present>();
  const connected = new Set<number>();

  /** The game does not repeat who is online when it connects again, but the sessions are stored. */
  async function load(): Promise<void> {
    for (const name of sessions.names().map(toGameName)) {
      const session = sessions.find(name);
      if (session) present.set(name, { world: session.nodeId, record: await read(name) });
    }
  }

  async function read(player: string): Promise<FriendRecord> {
    return { ...newRecord, ...(await records.find(player)) };
  }

  /** Changes the stored record, and the one in memory if the player is online. */
  async function update(player: string, change: (record: FriendRecord) => FriendRecord) {
    const known = present.get(player)?.record ?? (await read(player));
    const next = change(known);
    if (!isDeepStrictEqual(next, known)) await records.write(player, next);
    const online = present.get(player);
    if (online) online.record = next;
    return next;
  }

  /** The game sends a logout on two channels. The first one counts. */
  function findOnline(player: string): Present | undefined {
    const found = present.get(player);
    return found && sessions.find(player) && connected.has(found.world) ? found : undefined;
  }

  /** Decides whether the player can see the other one online and send messages. */
  function canReach(player: string, { friends, ignored, chatMode: mode }: FriendRecord): boolean {
    if ((present.get(player)?.record.staffLevel ?? 0) > 0) return true;
    if (ignored.includes(player)) return false;
    return mode === chatMode.on || (mode === chatMode.friends && friends.includes(player));
  }

  function worldSeenBy(viewer: string, other: string): number {
    const found = findOnline(other);
    return found && canReach(viewer, found.record) ? found.world : 0;
  }

  /** Tells the viewers who have the player as a friend which world to show. */
  function announce(player: string, viewers: Iterable<string> = present.keys()): Outgoing[] {
    return [...viewers].flatMap((viewer) => {
      const found = findOnline(viewer);
      if (!found?.record.friends.includes(player)) return [];
      const message = friendUpdate(viewer, [[worldSeenBy(viewer, player), player]]);
      return [{ world: found.world, message }];
    });
  }

  function showFriends(player: string, { world, record }: Present): Outgoing {
    const friends = record.friends.map((name): [number, string] => [
      worldSeenBy(player, name),
      name,
    ]);
    return { world, message: friendUpdate(player, friends) };
  }

  async function logIn(world: number, player: string, mode: ChatMode): Promise<Outgoing[]> {
    const record = await update(player, (known) => ({ ...known, chatMode: mode }));
    const entry = { world, record };
    present.set(player, entry);
    const ignored = { world, message: ignoreList(player, record.ignored) };
    return [showFriends(player, entry), ignored, ...announce(player)];
  }

  function logOut(world: number, player: string): Outgoing[] {
    // After a change of worlds the old world's logout may come last.
    if (present.get(player)?.world !== world) return [];
    present.delete(player);
    return announce(player);
  }

  async function changeList(change: ListChange): Promise<Outgoing[]> {
    const { type, username37: player, targetUsername37: target } = change;
    if (player === target) return [];
    await update(player, (record) => {
      if (type === 1) return { ...record, friends: add(record.friends, target, maxFriends) };
      if (type === 2) return { ...record, friends: record.friends.filter((one) => one !== target) };
      if (type === 3) return { ...record, ignored: add(record.ignored, target, maxIgnored) };
      return { ...record, ignored: record.ignored.filter((one) => one !== target) };
    });
    // The player sees a new friend's world. The other one may now see the player, or no longer.
    return [...(type === 1 ? announce(target, [player]) : []), ...announce(player, [target])];
  }

  function sendPrivately(message: PrivateMessage): Outgoing[] {
    const { username37: sender, targetUsername37: target } = message;
    const receiver = findOnline(target);
    const mutedUntil = present.get(sender)?.record.mutedUntil;
    const isMuted = Boolean(mutedUntil && Date.parse(mutedUntil) > Date.now());
    if (!receiver || isMuted || !canReach(sender, receiver.record)) return [];
    return [{ world: receiver.world, message: privateMessage(message) }];
  }

  function announceWorld(world: number): Outgoing[] {
    const players = [...present].filter(([, entry]) => entry.world === world);
    return players.flatMap(([player]) => announce(player));
  }

  return {
    load,

    async handle(world: number, message: SocialMessage): Promise<Outgoing[]> {
      switch (message.type) {
        case 5:
          return logIn(world, message.username37, message.privateChat);
        case 6:
          return logOut(world, message.username37);
        case 7: {
          const { username37: player, privateChat } = message;
          await update(player, (record) => ({ ...record, chatMode: privateChat }));
          return announce(player);
        }
        case 8:
          return sendPrivately(message);
        default:
          return changeList(message);
      }
    },

    /** While a world was disconnected, its players got no updates and their friends saw them as offline. */
    connect(world: number): Outgoing[] {
      connected.add(world);
      const own = [...present].filter(([player]) => findOnline(player)?.world === world);
      return [...own.map(([player, entry]) => showFriends(player, entry)), ...announceWorld(world)];
    },

    disconnect(world: number): Outgoing[] {
      connected.delete(world);
      return announceWorld(world);
    },

    /** The world has started again: its earlier players are gone. */
    clearWorld(world: number): Outgoing[] {
      const players = [...present].filter(([, entry]) => entry.world === world);
      return players.flatMap(([player]) => logOut(world, player));
    },

    /** The client of a friend who is online shows the new name after the next login. */
    async rename(player: string, name: string): Promise<Outgoing[]> {
      const [from, to] = [toGameName(player), toGameName(name)];
      const replace = (names: string[]) => names.map((one) => (one === from ? to : one));
      present.delete(from);
      await records.rename(from, to);
      for (const other of await records.list()) {
        await update(toGameName(other), (record) => ({
          ...record,
          friends: replace(record.friends),
          ignored: replace(record.ignored),
        }));
      }
      return [];
    },

    /** Rank and mute as the website has them. Those of a player who is offline come with the login. */
    async setStanding(player: string, standing: Standing): Promise<Outgoing[]> {
      if (!sessions.find(player)) return [];
      await update(toGameName(player), (record) => ({ ...record, ...standing }));
      return [];
    },
  };
}

export type Friends = ReturnType<typeof createFriends>;

function add(names: string[], name: string, max: number): string[] {
  return names.includes(name) || names.length >= max ? names : [...names, name];
}
