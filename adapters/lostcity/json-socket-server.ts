import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';

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

/** JSON over WebSockets, dialled by the game. */
export async function listenForGame(options: Options): Promise<JsonSocketServer> {
  const { host, port, log, onMessage, onClose } = options;
  const server = new WebSocketServer({
    host,
    port,
    maxPayload: 2_000_000,
    // The protocol knows no password. A browser names where its page comes from, a game does not:
    // so no website that the operator happens to visit can talk to us.
    verifyClient: ({ origin }: { origin?: string }) => origin === undefined,
  });
  server.on('connection', (socket) => {
    keepAlive(socket);
    socket.on('message', (data) => {
      // Text arrives as one Buffer unless the server asks for another form.
      const message = parse((data as Buffer).toString());
      if (message === undefined) log.warn('The game sent something that is not JSON.');
      else onMessage(socket, message);
    });
    socket.on('error', (error) => log.warn('A connection to the game broke.', error));
    socket.on('close', () => onClose?.(socket));
  });
  await once(server, 'listening');
  // Told to whoever waited for `listening`; later ones must not end the process.
  server.on('error', (error) => log.warn('The connection for the game has a problem.', error));
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A game that vanished without a word is noticed after two pings. */
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
