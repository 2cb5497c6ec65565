import type { IncomingMessage, ServerResponse } from 'node:http';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { LiveTopic } from '#shared/pages.ts';

import type { Deps } from '../deps.ts';
import type { CountAnswer } from '../lib/request-durations.ts';
import { newRequestId } from '../lib/request-id.ts';
import type { CounterOf } from './observability.ts';
import type { LogRequest } from './request-log.ts';

/** An answer that may be sent again to the same request. */
export type Repeatable = {
  /** A change of one of these ends it. */
  topics: readonly LiveTopic[];
  /** Time in milliseconds, for answers that also change with time. */
  until?: number;
  /** The answer is the same with any cookies. Otherwise only requests without cookies get it. */
  ignoresCookies?: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Number of changes before the request: an answer may be older than a change made meanwhile. */
    changesBefore: number;
  }
  interface FastifyReply {
    repeatable: Repeatable | undefined;
  }
}

type ReadyAnswer = Repeatable & {
  /** Names and values in turn; the last value is the request's id. */
  head: string[];
  body: Buffer;
  count: CountAnswer;
  route: string;
  isQuiet: boolean;
};

const maxAnswers = 2_000;
const maxKeyLength = 500;
/** Differ between two answers to the same request, or are added by Node.js. */
const ownHeaders = new Set(['x-request-id', 'date', 'connection', 'keep-alive']);

/**
 * Sends answers that were sent before, as complete heads and bytes, before Fastify handles the request.
 * Parsing, hooks and validation take several times as long as sending a cached page; the first request
 * went through all of them, and nothing that they depend on is different for the next one.
 * Must be registered last, to see the head that the other plugins made.
 */
export function registerReadyAnswers(
  app: FastifyInstance,
  { live }: Pick<Deps, 'live'>,
  { counterOf, logRequest }: { counterOf: CounterOf; logRequest: LogRequest | undefined },
): void {
  const answers = new Map<string, ReadyAnswer>();
  let changes = 0;

  function evict(isStale: (answer: ReadyAnswer) => boolean): void {
    changes += 1;
    for (const [key, answer] of answers) if (isStale(answer)) answers.delete(key);
  }

  const unsubscribe = live.subscribe({
    onMessage: ({ topic }) => evict(({ topics }) => topics.includes(topic)),
    onResync: () => evict(({ topics }) => topics.length > 0),
  });
  app.addHook('onClose', async () => unsubscribe());

  app.decorateRequest('changesBefore', 0);
  app.decorateReply('repeatable', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.changesBefore = changes;
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const key = keyOf(request.raw);
    if (key && request.changesBefore === changes && mayKeep(request, reply)) {
      const answer = toReadyAnswer(request, reply, { body: payload, counterOf });
      if (answer) {
        if (answers.size >= maxAnswers) answers.delete(answers.keys().next().value ?? '');
        answers.set(key, answer);
      }
    }
    done(null, payload);
  });

  function findAnswer(request: IncomingMessage): ReadyAnswer | undefined {
    // Fastify then tells clients to close their connections.
    if (app.isDraining) return undefined;
    const key = keyOf(request);
    const answer = key && answers.get(key);
    if (!answer) return undefined;
    if (answer.until !== undefined && Date.now() >= answer.until) {
      answers.delete(key);
      return undefined;
    }
    const { headers } = request;
    if (headers.cookie !== undefined && !answer.ignoresCookies) return undefined;
    return headers['if-none-match'] === undefined ? answer : undefined;
  }

  function sendReady(request: IncomingMessage, response: ServerResponse): boolean {
    const start = performance.now();
    const answer = findAnswer(request);
    if (!answer) return false;
    const { head, body, route, isQuiet, count } = answer;
    const id = newRequestId();
    head[head.length - 1] = id;
    response.writeHead(200, head);
    response.end(body);
    const { url = '/' } = request;
    const ms = performance.now() - start;
    count(ms);
    logRequest?.({ id, method: 'GET', route, url, status: 200, ms, isQuiet });
    return true;
  }

  const [handle] = app.server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  if (!handle) throw new Error('Fastify does not listen to requests of its server.');
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!sendReady(request, response)) handle(request, response);
  });
}

/** Everything that an answer may depend on, apart from cookies. Undefined if it is never kept. */
function keyOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || headers['content-length'] || headers['transfer-encoding']) {
    return undefined;
  }
  const key = `${url}\n${headers.host}\n${headers['accept-encoding']}`;
  return key.length <= maxKeyLength ? key : undefined;
}

function mayKeep({ raw, routeOptions }: FastifyRequest, { repeatable, statusCode }: FastifyReply) {
  if (!repeatable || statusCode !== 200) return false;
  // Every request to a limited endpoint must be counted.
  if (routeOptions.config.endpoint?.limit) return false;
  return raw.headers.cookie === undefined || repeatable.ignoresCookies === true;
}

function toReadyAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, counterOf }: { body: unknown; counterOf: CounterOf },
): ReadyAnswer | undefined {
  const { url: route, config } = request.routeOptions;
  if (!reply.repeatable || !route || !Buffer.isBuffer(body)) return undefined;
  const headers = { ...reply.getHeaders(), 'content-length': body.length };
  if ('set-cookie' in headers) return undefined;
  const head = Object.entries(headers)
    .filter(([name]) => !ownHeaders.has(name))
    .flatMap(([name, value]) => [name, String(value)]);
  return {
    ...reply.repeatable,
    head: [...head, 'x-request-id', ''],
    body,
    route,
    isQuiet: config.isQuiet === true,
    count: counterOf({ method: 'GET', route, status: 200 }),
  };
}
