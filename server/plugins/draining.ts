import { Server } from 'node:net';
import type { Socket } from 'node:net';
import { setImmediate as endOfTurn, setTimeout as wait } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** From the signal to stop. All is still served, but /readyz refuses and every answer closes its connection. */
    isDraining: boolean;
  }
}

export function registerDraining(app: FastifyInstance): void {
  app.decorate('isDraining', false);
  app.addHook('onRequest', (_request, reply, done) => {
    if (app.isDraining) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    app.isDraining = true;
  });
}

/** A turn of the event loop is quiet if nothing else can have arrived unnoticed meanwhile. */
const quietTurnMs = 1;
const longestMs = 5000;

/**
 * Must be the last preClose hook: Fastify stops listening when it ends. Connections that still wait to be
 * accepted would be reset then, and so would idle ones on which a request is under way. A proxy without
 * health checks cannot repeat a POST that was reset. So this ends after a quiet turn without a connection:
 * Node.js accepts one per turn. Requests on new connections are read later, because handling them would
 * make the turns longer, and on a busy machine there would always be another connection.
 * Kept-alive connections are closed `idleMs` after the port: until then a proxy finds the port closed, and sends its
 * next requests elsewhere instead of on a connection that is just being closed.
 */
export function acceptWaitingBeforeClose(app: FastifyInstance, { idleMs = 0 } = {}): void {
  const { server } = app;
  // Fastify finds the port closed and does not wait for open requests.
  let closed: Promise<unknown> | undefined;
  app.addHook('onClose', async () => void (await closed));
  app.addHook('preClose', async () => {
    const accepted: Socket[] = [];
    const handlers = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket) => accepted.push(socket.on('error', () => {})));
    const deadline = performance.now() + longestMs;
    // The current turn may have passed the place where it accepts.
    await endOfTurn();
    for (let isQuiet = false; !isQuiet && performance.now() < deadline;) {
      const before = accepted.length;
      const begun = performance.now();
      await endOfTurn();
      isQuiet = accepted.length === before && performance.now() - begun < quietTurnMs;
    }
    // Now and not when Fastify does it: on a busy machine a connection could arrive meanwhile. Not by the server's
    // own close(), which would also end idle connections before the accepted ones are handled.
    closed = new Promise((resolve) => {
      Server.prototype.close.call(server, resolve);
    });
    server.removeAllListeners('connection');
    for (const handler of handlers) {
      server.on('connection', handler);
      for (const socket of accepted) handler.call(server, socket);
    }
    // `closed` is earlier if no connection is left.
    if (idleMs > 0) await Promise.race([closed, wait(idleMs, undefined, { ref: false })]);
  });
}
