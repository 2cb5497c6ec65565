import type { WebSocket } from 'ws';
import * as z from 'zod';

import type { Log } from '../lib/log.ts';
import { listenForGame } from './json-socket-server.ts';

/** Only the sending world matters; the adapter does not use friend lists or chat. */
const FriendMessage = z.object({
  type: z.number(),
  world: z.number().optional(),
  nodeId: z.number().optional(),
});

type Waiting = {
  message: object;
  world: number | undefined;
  notAfter: number;
  resolve: (outcome: 'sent' | 'expired') => void;
};

export type FriendChannel = {
  port: number;
  isConnected(world?: number): boolean;
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

type Options = { host: string; port: number; log: Log };

export async function openFriendChannel({ host, port, log }: Options): Promise<FriendChannel> {
  const worlds = new Map<number, WebSocket>();
  let waiting: Waiting[] = [];

  const server = await listenForGame({
    host,
    port,
    log,
    onMessage(socket, given) {
      const message = FriendMessage.safeParse(given);
      const world = message.data?.world ?? message.data?.nodeId;
      if (world === undefined || worlds.get(world) === socket) return;
      worlds.get(world)?.terminate();
      worlds.set(world, socket);
      log.info(`World ${world} is connected.`);
      void flush();
    },
    onClose(socket) {
      for (const [world, known] of worlds) if (known === socket) worlds.delete(world);
    },
  });

  function targets({ world }: Pick<Waiting, 'world'>): WebSocket[] {
    const all = world === undefined ? [...worlds.values()] : [worlds.get(world)];
    return all
      .filter((socket) => socket?.readyState === socket?.OPEN)
      .filter((one) => one !== undefined);
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
    send(message, { world, notAfter } = {}) {
      return new Promise((resolve) => {
        const end = notAfter ? Date.parse(notAfter) : Infinity;
        waiting.push({ message, world, notAfter: end, resolve });
        void flush();
      });
    },
    async close() {
      clearInterval(timer);
      await server.close();
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
