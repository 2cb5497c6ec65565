import type { FastifyInstance } from 'fastify';

import type { Deps } from '#server/deps.ts';
import { AppError } from '#shared/errors.ts';
import { webhookPath } from '#shared/payments.ts';

import { processEvent, verifyEvent } from './events.service.ts';
import { sendReceipts } from './receipts.service.ts';
import { reconcile } from './reconcile.service.ts';

const maxBytes = 1024 * 1024;

/**
 * The provider's way in, in a scope where bodies stay bytes. No session, no limit and no origin check:
 * the signature decides. 2xx means that it is dealt with and will not be told again.
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
      if (!Buffer.isBuffer(body)) throw new AppError('request/malformed', 'There is no event.');
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

/** Work that no answer waits for; only the server's end does. */
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
    /** The caller proves itself by a signature over the body: where it comes from does not matter. */
    isSigned?: boolean;
  }
}
