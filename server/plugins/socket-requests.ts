import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

import type { Deps } from '../deps.ts';

/** More than any client sends before it has read answers: browsers and proxies send one at a time. */
export const maxSocketRequests = 32;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Closes a connection with too many requests in flight. Node.js starts every request that a client has sent
 * without waiting for answers: thousands of one connection would fill the queue for the database, and everybody
 * else would wait. Pausing the socket would not help, because the parser has already read them all in one piece.
 *
 * Must be registered after the ready answers: those count too, since a client that does not read keeps them
 * waiting.
 */
export function limitSocketRequests(app: FastifyInstance, { log }: Pick<Deps, 'log'>): void {
  const inFlight = new WeakMap<Socket, number>();
  let isReported = false;
  const [handle] = app.server.listeners('request') as Handle[];
  if (!handle) throw new Error('Fastify does not listen to requests of its server.');

  function refuse(socket: Socket): void {
    socket.destroy();
    if (isReported) return;
    isReported = true;
    log?.warn(
      `A connection had more than ${maxSocketRequests} requests in flight and was closed. Clients must wait for answers.`,
    );
  }

  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // The parser goes on with the rest of what it has read.
    if (socket.destroyed) return;
    const count = (inFlight.get(socket) ?? 0) + 1;
    if (count > maxSocketRequests) {
      refuse(socket);
      return;
    }
    inFlight.set(socket, count);
    response.once('close', () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1));
    handle(request, response);
  });
}
