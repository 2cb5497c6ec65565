import { setImmediate as endOfTurn } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * True from the signal to stop. Everything is still served, but /readyz refuses, so that the load
     * balancer sends nothing new, and every answer closes its connection.
     */
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

/**
 * Must be the last preClose hook. Node.js has just accepted all waiting connections when this ends, and
 * Fastify then stops listening at once. Connections that wait in between are reset, and a proxy without
 * health checks cannot repeat a POST on them.
 */
export function acceptWaitingBeforeClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    await endOfTurn();
  });
}
