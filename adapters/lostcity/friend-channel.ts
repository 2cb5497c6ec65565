import type { WebSocket } from 'ws';
import * as z from 'zod';

import type { Log } from '../lib/log.ts';
import { listenForGame } from './json-socket-server.ts';

/** Only where a message comes from matters: friends and chats stay in the game. */
const FriendMessage = z.object({
  type: z.number(),
  world: z.number().optional(),
  nodeId: z.number().optional(),
});

type Waiting = {
  message: object;
  world: number | undefined;
  notAfter: number;
  finish: (how: 'sent' | 'expired') => void;
};

export type FriendChannel = {
  port: number;
  isConnected(world?: number): boolean;
  /**
   * After a restart of the adapter the game dials again only when it has something to say: until then
   * messages wait, in their order, as long as they may.
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
        if (entry.notAfter < Date.now()) settle(entry, 'expired');
        else if (await deliver(targets(entry), entry.message)) settle(entry, 'sent');
      }
    } finally {
      isFlushing = false;
    }
  }

  function settle(entry: Waiting, how: 'sent' | 'expired'): void {
    waiting = waiting.filter((other) => other !== entry);
    entry.finish(how);
  }

  const timer = setInterval(() => void flush(), 1000);
  return {
    port: server.port,
    isConnected: (world) => targets({ world }).length > 0,
    send(message, { world, notAfter } = {}) {
      return new Promise((finish) => {
        const end = notAfter ? Date.parse(notAfter) : Infinity;
        waiting.push({ message, world, notAfter: end, finish });
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
