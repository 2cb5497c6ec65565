import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';

import { parseJson } from '#shared/rules/parse-json.ts';

import type { Log } from '../lib/log.ts';

type Options = {
  host: string;
  port: number;
  log: Log;
  onMessage: (socket: WebSocket, message: unknown) => void;
  onClose?: (socket: WebSocket) => void;
};

export type JsonSocketServer = { port: number; connections(): number; close(): Promise<void> };

const pingMs = 20_000;

export async function listenForGame(options: Options): Promise<JsonSocketServer> {
  const { host, port, log, onMessage, onClose } = options;
  const server = new WebSocketServer({
    host,
    port,
    maxPayload: 2_000_000,
    // The protocol has no password. Browsers send an Origin header and the game does not, so this
    // keeps web pages open on the operator's machine from connecting.
    verifyClient: ({ origin }: { origin?: string }) => origin === undefined,
  });
  server.on('connection', (socket) => {
    keepAlive(socket);
    socket.on('message', (data) => {
      // ws delivers text as one Buffer by default.
      const message = parseJson((data as Buffer).toString());
      if (message === undefined) log.warn('The game sent a message that is not JSON.');
      else onMessage(socket, message);
    });
    socket.on('error', (error) => log.warn('A connection to the game failed.', error));
    socket.on('close', () => onClose?.(socket));
  });
  await once(server, 'listening');
  // once() above rejects on errors before listening. Later errors must not end the process.
  server.on('error', (error) =>
    log.warn('The WebSocket server for the game reported an error.', error),
  );
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => server.clients.size,
    async close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Ends a connection that did not answer the previous ping. */
function keepAlive(socket: WebSocket): void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, pingMs);
  socket.on('close', () => clearInterval(timer));
}
