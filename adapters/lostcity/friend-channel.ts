import type { WebSocket } from 'ws';
import * as z from 'zod';

import type { Log } from '../lib/log.ts';
import { listenForGame } from './json-socket-server.ts';
import { friendOpcodeIn } from './messages.ts';
import { nameFromBase37 } from './names.ts';

/** The adapter uses the sending world, and who enters and leaves it. */
const FriendMessage = z.object({
  type: z.number(),
  world: z.number().optional(),
  nodeId: z.number().optional(),
  username37: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
});

type Connection = { socket: WebSocket; lost: AbortController };

type Waiting = {
  message: object;
  world: number | undefined;
  notAfter: number;
  resolve: (outcome: 'sent' | 'expired') => void;
  reject: (error: Error) => void;
};

export type FriendChannel = {
  port: number;
  isConnected(world?: number): boolean;
  /** Aborted when the world's present connection is lost, or if it has none. */
  connectionLost(world: number): AbortSignal;
  /**
   * After the adapter restarts, the game reconnects only when it has something to send. Until then
   * messages wait, in order, until their `notAfter`.
   */
  send(
    message: object,
    options?: { world?: number; notAfter?: string | null },
  ): Promise<'sent' | 'expired'>;
  close(): Promise<void>;
};

type Options = {
  host: string;
  port: number;
  log: Log;
  /** `username` is the game's own name of the player. */
  onPresence: (world: number, username: string, isIn: boolean) => void;
  onDisconnect: (world: number) => void;
};

export async function openFriendChannel(options: Options): Promise<FriendChannel> {
  const { host, port, log, onPresence, onDisconnect } = options;
  const worlds = new Map<number, Connection>();
  let waiting: Waiting[] = [];

  const server = await listenForGame({
    host,
    port,
    log,
    onMessage(socket, given) {
      const message = FriendMessage.safeParse(given);
      const world = message.data?.world ?? message.data?.nodeId;
      if (!message.success || world === undefined) return;
      if (worlds.get(world)?.socket !== socket) connect(world, socket);
      const { type, username37 } = message.data;
      const isEntering = type === friendOpcodeIn.playerLogin;
      if (username37 && (isEntering || type === friendOpcodeIn.playerLogout)) {
        onPresence(world, nameFromBase37(username37), isEntering);
      }
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
  }

  function disconnect(world: number): void {
    const known = worlds.get(world);
    if (!known) return;
    worlds.delete(world);
    known.socket.terminate();
    known.lost.abort();
    onDisconnect(world);
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
      for (const entry of waiting) {
        if (entry.notAfter < Date.now()) finish(entry, 'expired');
        else if (await deliver(targets(entry), entry.message)) finish(entry, 'sent');
      }
    } finally {
      isFlushing = false;
    }
  }

  function finish(entry: Waiting, outcome: 'sent' | 'expired'): void {
    waiting = waiting.filter((other) => other !== entry);
    entry.resolve(outcome);
  }

  const timer = setInterval(() => void flush(), 1000);
  return {
    port: server.port,
    isConnected: (world) => targets({ world }).length > 0,
    connectionLost: (world) => worlds.get(world)?.lost.signal ?? AbortSignal.abort(),
    send(message, { world, notAfter } = {}) {
      return new Promise((resolve, reject) => {
        const end = notAfter ? Date.parse(notAfter) : Infinity;
        waiting.push({ message, world, notAfter: end, resolve, reject });
        void flush();
      });
    },
    async close() {
      clearInterval(timer);
      await server.close();
      for (const { reject } of waiting) reject(new Error('The adapter is stopping.'));
    },
  };
}

async function deliver(sockets: WebSocket[], message: object): Promise<boolean> {
  const text = JSON.stringify(message);
  const sent = await Promise.all(
    sockets.map(
      (socket) => new Promise<boolean>((resolve) => socket.send(text, (error) => resolve(!error))),
    ),
  );
  return sent.some(Boolean);
}
