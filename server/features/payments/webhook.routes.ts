import type { FastifyInstance } from 'fastify';

import type { Deps } from '#server/deps.ts';
import { createBackgroundRunner } from '#server/lib/background.ts';
import { webhookPath } from '#shared/endpoints/payments.ts';
import { AppError } from '#shared/errors.ts';

import { sendReceipts } from './receipts.service.ts';
import { reconcile } from './reconcile.service.ts';
import { processStripeEvent, verifyStripeEvent } from './stripe-events.service.ts';

const maxBytes = 1024 * 1024;

/**
 * Registered in its own scope, where bodies stay raw bytes. No session, rate limit or origin check: the
 * signature authenticates the caller. After a 2xx the provider does not send the event again.
 */
export async function registerWebhook(app: FastifyInstance, deps: Deps): Promise<void> {
  const runInBackground = createBackgroundRunner(app, deps);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: maxBytes } as const;
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
    const route = { schema: { hide: true }, config: { isSigned: true }, bodyLimit: maxBytes };
    scope.post(webhookPath, route, async (request, reply) => {
      const body: unknown = request.body;
      if (!Buffer.isBuffer(body))
        throw new AppError('request/malformed', 'The request has no body.');
      const header = request.headers['stripe-signature'];
      const signature = typeof header === 'string' ? header : undefined;
      const stripeEvent = await verifyStripeEvent(deps, body, signature);
      await processStripeEvent(deps, stripeEvent);
      runInBackground('The receipts could not be sent.', () => sendReceipts(deps));
      reply.header('cache-control', 'no-store');
      return { received: true };
    });
  });
  app.addHook('onListen', async () => {
    runInBackground('The payments could not be reconciled at startup.', () => reconcile(deps));
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The caller is authenticated by a signature over the body, so the origin is not checked. */
    isSigned?: boolean;
  }
}
