import type { FastifyInstance } from 'fastify';

import type { Deps } from '#server/deps.ts';
import { AppError } from '#shared/errors.ts';
import { webhookPath } from '#shared/payments.ts';

import { processEvent, verifyEvent } from './events.service.ts';
import { sendReceipts } from './receipts.service.ts';
import { reconcile } from './reconcile.service.ts';

const maxBytes = 1024 * 1024;

/**
 * Registered in its own scope, where bodies stay raw bytes. No session, rate limit or origin check: the
 * signature authenticates the caller. After a 2xx the provider does not send the event again.
 */
export async function registerWebhook(app: FastifyInstance, deps: Deps): Promise<void> {
  const later = startInBackground(app, deps);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: maxBytes } as const;
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
    const route = { schema: { hide: true }, config: { isSigned: true }, bodyLimit: maxBytes };
    scope.post(webhookPath, route, async (request, reply) => {
      const body: unknown = request.body;
      if (!Buffer.isBuffer(body)) throw new AppError('request/malformed', 'The request has no body.');
      const header = request.headers['stripe-signature'];
      const event = await verifyEvent(deps, body, typeof header === 'string' ? header : undefined);
      await processEvent(deps, event);
      later('The receipts could not be sent.', () => sendReceipts(deps));
      reply.header('cache-control', 'no-store');
      return { received: true };
    });
  });
  app.addHook('onListen', async () => {
    later('The payments could not be reconciled at the start.', () => reconcile(deps));
  });
}

type Later = (problem: string, work: () => Promise<void>) => void;

/** Requests do not wait for this work; closing the server does. */
function startInBackground(app: FastifyInstance, deps: Deps): Later {
  const running = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(running);
  });
  return (problem, work) => {
    const turn = work()
      .catch((error: unknown) => deps.onProblem(problem, error))
      .finally(() => running.delete(turn));
    running.add(turn);
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The caller is authenticated by a signature over the body, so the origin is not checked. */
    isSigned?: boolean;
  }
}
