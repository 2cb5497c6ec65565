import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { readIdempotencyKey } from '#server/lib/requests/idempotency-key.ts';
import { callOf, describeEndpoint, toFastifyPath } from '#server/plugins/route.ts';
import type { Call } from '#server/plugins/route.ts';
import type { Answer, Endpoint } from '#shared/endpoint.ts';
import type { BridgeScope } from '#shared/endpoints/bridge.ts';
import { AppError } from '#shared/errors.ts';

import { authenticateGame } from './bridge-auth.ts';
import type { BridgeCaller } from './bridge-auth.ts';
import { getAnswer, insertAnswer, updateAnswer } from './bridge.db.ts';

/**
 * Registers a bridge endpoint. If it takes an Idempotency-Key, the call runs in one transaction with it:
 * the key's row is inserted before the work, so a duplicate call waits until the first one commits and then
 * gets the same answer. A refused call is rolled back with its key.
 */
export type OnBridge = <E extends BridgeEndpoint>(
  endpoint: E,
  handler: (context: BridgeContext<E>) => Promise<Answer<E> | undefined>,
  options?: { bodyLimit?: number },
) => void;

type BridgeEndpoint = Endpoint & { access: { token: BridgeScope } };

type BridgeContext<E extends Endpoint> = Call<E> & {
  caller: BridgeCaller;
  /** The call's transaction, or the database itself for an endpoint that takes no key. */
  trx: Db;
};

export function bridgeRoutesOf(app: FastifyInstance, deps: Deps): OnBridge {
  const callers = new WeakMap<FastifyRequest, BridgeCaller>();
  return function onBridge(endpoint, handler, options) {
    app.route({
      method: endpoint.method,
      url: toFastifyPath(endpoint.path),
      schema: describeEndpoint(endpoint),
      config: { endpoint },
      ...options,
      onRequest: async (request) => {
        callers.set(request, await authenticateGame(deps, request, endpoint.access.token));
      },
      handler: async (request, reply) => {
        const caller = callers.get(request);
        if (!caller) throw new Error('A bridge handler ran without authentication.');
        reply.header('cache-control', 'no-store');
        const run = (trx: Db) => handler({ ...callOf(request, reply), caller, trx });
        const answer = endpoint.takesIdempotencyKey
          ? await answerOnce(deps, { caller, request, reply, run })
          : await run(deps.db);
        return reply.sent ? reply : reply.send(answer);
      },
    });
  };
}

type KeyedCall = {
  caller: BridgeCaller;
  request: FastifyRequest;
  reply: FastifyReply;
  run: (trx: Db) => Promise<unknown>;
};

async function answerOnce(
  { db }: Pick<Deps, 'db'>,
  { caller: { serverId }, request, reply, run }: KeyedCall,
): Promise<unknown> {
  const key = readIdempotencyKey(request);
  if (key === undefined) return transaction(db, run);
  const requestHash = hashRequest(request);
  return transaction(db, async (trx) => {
    if (await insertAnswer(trx, { serverId, key, requestHash })) {
      const answer = await run(trx);
      await updateAnswer(trx, { serverId, key, answer });
      return answer;
    }
    const earlier = await getAnswer(trx, { serverId, key });
    if (!requestHash.equals(earlier.requestHash)) {
      throw new AppError(
        'bridge/key-reused',
        'This Idempotency-Key was already used for another request.',
      );
    }
    reply.header('idempotency-replayed', 'true');
    return earlier.answer;
  });
}

function hashRequest({ method, url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body]))
    .digest();
}
