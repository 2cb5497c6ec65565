import type { WebSocket } from 'ws';
import * as z from 'zod';

import { fromBase37 } from '../lib/base37.ts';
import type { Begin } from '../lib/commands.ts';
import type { Log } from '../lib/log.ts';
import { isClaimCode } from '../lib/name-claims.ts';
import { SocialMessage } from './friend-messages.ts';
import type { Friends, Outgoing, Standing } from './friends.ts';
import { listenForGame } from './json-socket-server.ts';
import { friendOpcodeIn } from './messages.ts';

const FriendMessage = z.object({
  type: z.number(),
  world: z.number().optional(),
  nodeId: z.number().optional(),
  profile: z.string().optional(),
  username37: z.string().optional(),
});
/** The others are the world's own connection (0) and the log of public chat (9). */
const isSocial = (type: number): boolean => type >= 1 && type <= 8;

type Connection = { socket: WebSocket; lost: AbortController };

type Waiting = {
  message: object;
  world: number | undefined;
  notAfter: number;
  begin: Begin;
  resolve: (outcome: 'sent' | 'expired') => void;
  reject: (error: unknown) => void;
};

export type FriendChannel = {
  port: number;
  isConnected(world?: number): boolean;
  /** Aborted when the world's present connection is lost, or if it has none. */
  connectionLost(world: number): AbortSignal;
  /**
   * After the adapter restarts, the game reconnects only when it has something to send. Until then
   * messages wait, in order, until their `notAfter`. `begin` is called right before a message is sent.
   */
  send(
    message: object,
    options?: { world?: number; notAfter?: string | null; begin?: Begin },
  ): Promise<'sent' | 'expired'>;
  /** Rank and mute as the website has them, for the rules of private messages. */
  setStanding(player: string, standing: Standing): Promise<void>;
  /** In all lists of friends and ignored players. */
  rename(player: string, name: string): Promise<void>;
  /** Called when the world has started again without its players. */
  clearWorld(world: number): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  host: string;
  port: number;
  profile: string;
  friends: Friends;
  log: Log;
  /** `username` is the game's own name of the player. */
  onPresence: (world: number, username: string, isIn: boolean) => void;
  onDisconnect: (world: number) => void;
  /** A player added the code of a name claim as a friend. It is not a friend. */
  onNameClaim: (username: string, code: string) => void;
};

export async function openFriendChannel(options: Options): Promise<FriendChannel> {
  const { host, port, profile, friends, log, onPresence, onDisconnect, onNameClaim } = options;
  const worlds = new Map<number, Connection>();
  let waiting: Waiting[] = [];

  const server = await listenForGame({
    host,
    port,
    log,
    onMessage(socket, given) {
      const message = FriendMessage.safeParse(given).data;
      const world = message?.world ?? message?.nodeId;
      // The login channel refuses worlds of other profiles and says so.
      const isOurs = message?.profile === undefined || message.profile === profile;
      if (!message || world === undefined || !isOurs) return;
      if (worlds.get(world)?.socket !== socket) connect(world, socket);
      const isEntering = message.type === friendOpcodeIn.playerLogin;
      if (isEntering || message.type === friendOpcodeIn.playerLogout) {
        const username = fromBase37(message.username37 ?? '');
        if (username) onPresence(world, username, isEntering);
      }
      if (!isSocial(message.type)) return;
      const social = SocialMessage.safeParse(given);
      if (social.data?.type === 1 && isClaimCode(social.data.targetUsername37)) {
        onNameClaim(social.data.username37, social.data.targetUsername37);
      } else if (social.success) void enqueue(() => friends.handle(world, social.data));
      else log.warn(`The game sent an invalid message of type ${message.type} about friends.`);
    },
    onClose(socket) {
      for (const [world, known] of worlds) if (known.socket === socket) disconnect(world);
    },
  });

  function connect(world: number, socket: WebSocket): void {
    disconnect(world);
    worlds.set(world, { socket, lost: new AbortController() });
    log.info(`World ${world} is connected.`);
    void flush();
    void enqueue(() => friends.connect(world));
  }

  function disconnect(world: number): void {
    const known = worlds.get(world);
    if (!known) return;
    worlds.delete(world);
    known.socket.terminate();
    known.lost.abort();
    onDisconnect(world);
    void enqueue(() => friends.disconnect(world));
  }

  let changes: Promise<void> = Promise.resolve();
  /** Changes run one after the other, so that each sees the one before and the game gets them in order. */
  function enqueue(change: () => Outgoing[] | Promise<Outgoing[]>): Promise<void> {
    changes = changes
      .then(change)
      .then((outgoing) => {
        for (const { world, message } of outgoing) {
          worlds.get(world)?.socket.send(JSON.stringify(message));
        }
      })
      .catch((error: unknown) => log.warn('A change of friends could not be stored.', error));
    return changes;
  }

  function targets({ world }: Pick<Waiting, 'world'>): WebSocket[] {
    const all = world === undefined ? [...worlds.values()] : [worlds.get(world)];
    return all
      .flatMap((one) => one?.socket ?? [])
      .filter((socket) => socket.readyState === socket.OPEN);
  }

  let isFlushing = false;
  async function flush(): Promise<void> {
    if (isFlushing) return;
    isFlushing = true;
    try {
      for (const entry of waiting) await attempt(entry);
    } finally {
      isFlushing = false;
    }
  }

  async function attempt(entry: Waiting): Promise<void> {
    const isExpired = entry.notAfter < Date.now();
    if (!isExpired && targets(entry).length === 0) return;
    try {
      if (!isExpired) await entry.begin();
      if (!isExpired && !(await deliver(targets(entry), entry.message))) return;
      entry.resolve(isExpired ? 'expired' : 'sent');
    } catch (error) {
      entry.reject(error);
    }
    waiting = waiting.filter((other) => other !== entry);
  }

  const timer = setInterval(() => void flush(), 1000);
  return {
    port: server.port,
    isConnected: (world) => targets({ world }).length > 0,
    connectionLost: (world) => worlds.get(world)?.lost.signal ?? AbortSignal.abort(),
    send(message, { world, notAfter, begin = nothingToDo } = {}) {
      return new Promise((resolve, reject) => {
        const end = notAfter ? Date.parse(notAfter) : Infinity;
        waiting.push({ message, world, notAfter: end, begin, resolve, reject });
        void flush();
      });
    },
    setStanding: (player, standing) => enqueue(() => friends.setStanding(player, standing)),
    rename: (player, name) => enqueue(() => friends.rename(player, name)),
    clearWorld: (world) => enqueue(() => friends.clearWorld(world)),
    async close() {
      clearInterval(timer);
      await server.close();
      await changes;
      for (const { reject } of waiting) reject(new Error('The adapter is stopping.'));
    },
  };
}

async function nothingToDo(): Promise<void> {}

async function deliver(sockets: WebSocket[], message: object): Promise<boolean> {
  const text = JSON.stringify(message);
  const sent = await Promise.all(
    sockets.map(
      (socket) => new Promise<boolean>((resolve) => socket.send(text, (error) => resolve(!error))),
    ),
  );
  return sent.some(Boolean);
}
