import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { LiveTopic } from '#shared/pages.ts';

import type { Deps } from '../deps.ts';
import { createTopicCache } from '../lib/data/topic-cache.ts';
import type { TopicCache } from '../lib/data/topic-cache.ts';
import { acceptsEncoding } from '../lib/pages/accepts-encoding.ts';
import type { ObserveAnswer } from './observability.ts';
import { newRequestId } from './request-log.ts';
import type { LogRequest } from './request-log.ts';

/** An answer that may be sent again to the same request. */
type Repeatable = {
  /** A change of one of these ends it. */
  topics: readonly LiveTopic[];
  /** Time in milliseconds, for answers that also change with time. */
  until?: number;
  /** The answer is the same with any cookies. Otherwise only requests without cookies get it. */
  ignoresCookies?: boolean;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Bodies of public reads that are the same for everyone, by route, parameters and query. */
    bodies: TopicCache<Body>;
  }
  interface FastifyRequest {
    /** Number of changes before the request: an answer may be older than a change made meanwhile. */
    changesBefore: number;
  }
  interface FastifyReply {
    repeatable: Repeatable | undefined;
  }
}

type Body = { etag: string; plain: Buffer; brotli: Buffer };

type Answer = Pick<Repeatable, 'ignoresCookies'> & {
  /** Names and values in turn. */
  head: string[];
  body: Buffer;
  route: string;
  isQuiet: boolean;
};

const maxEntries = 2_000;
const maxKeyLength = 500;
const maxBodyBytes = 512 * 1024;
/** Differ between two answers to the same request, or are added by Node.js. */
const ownHeaders = new Set(['x-request-id', 'date', 'connection', 'keep-alive']);
const compress = promisify(brotliCompress);

type Parts = { observe: ObserveAnswer; logRequest: LogRequest | undefined };

/**
 * Public reads are made and compressed once, until one of their topics changes. Complete answers to them, and
 * to pages and files, are also sent again before Fastify handles the request: hooks and validation take
 * several times as long as sending, and nothing that they depend on is different for the next request.
 */
export function createAnswerCache({ live }: Pick<Deps, 'live'>, { observe, logRequest }: Parts) {
  const answers = createTopicCache<Answer>(live, maxEntries);
  const bodies = createTopicCache<Body>(live, maxEntries);
  let isDraining = (): boolean => false;

  /** Must be registered last, to see the head that the other plugins made. */
  function register(app: FastifyInstance): void {
    isDraining = () => app.isDraining;
    app.decorate('bodies', bodies);
    app.decorateRequest('changesBefore', 0);
    app.decorateReply('repeatable', undefined);
    app.addHook('onRequest', (request, _reply, done) => {
      request.changesBefore = answers.countChanges();
      done();
    });
    app.addHook('onSend', (request, reply, payload, done) => {
      const key = keyOf(request.raw);
      const isCurrent = request.changesBefore === answers.countChanges();
      if (key && isCurrent && reply.repeatable && Buffer.isBuffer(payload)) {
        const { topics, until } = reply.repeatable;
        const value = toAnswer(request, reply, payload);
        if (value) answers.add(key, { topics, value, ...(until && { until }) });
      }
      done(null, payload);
    });
    app.addHook('onClose', async () => {
      answers.close();
      bodies.close();
    });
  }

  function findAnswer(request: IncomingMessage): Answer | undefined {
    const { headers } = request;
    // While draining, Fastify tells clients to close their connections.
    if (isDraining() || headers['if-none-match'] !== undefined) return undefined;
    const key = keyOf(request);
    // Only finished answers are added.
    const answer = key && (answers.find(key) as Answer | undefined);
    if (!answer || (headers.cookie !== undefined && !answer.ignoresCookies)) return undefined;
    return answer;
  }

  function send(answer: Answer, { url = '/' }: IncomingMessage, response: ServerResponse): void {
    const start = performance.now();
    const id = newRequestId();
    response.writeHead(200, [...answer.head, 'x-request-id', id]);
    response.end(answer.body);
    const sent = { method: 'GET', route: answer.route, status: 200 };
    const ms = performance.now() - start;
    observe(sent, ms);
    logRequest?.({ ...sent, id, url, ms, isQuiet: answer.isQuiet });
  }

  /** For Fastify's `serverFactory`. */
  function sendOr(handle: RequestListener): RequestListener {
    return (request, response) => {
      const answer = findAnswer(request);
      if (answer) send(answer, request, response);
      else handle(request, response);
    };
  }

  return { register, sendOr };
}

/** Everything that an answer may depend on, apart from cookies. Undefined if it is never kept. */
function keyOf({ method, url = '', headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || headers['content-length'] || headers['transfer-encoding']) {
    return undefined;
  }
  const key = `${url}\n${headers.host}\n${headers['accept-encoding']}`;
  return key.length <= maxKeyLength ? key : undefined;
}

function toAnswer(request: FastifyRequest, reply: FastifyReply, body: Buffer): Answer | undefined {
  const { url: route, config } = request.routeOptions;
  const headers = { ...reply.getHeaders(), 'content-length': body.length };
  const ignoresCookies = reply.repeatable?.ignoresCookies === true;
  if (!route || reply.statusCode !== 200 || 'set-cookie' in headers) return undefined;
  // Every request to a limited endpoint must be counted.
  if (config.endpoint?.limit) return undefined;
  if (request.headers.cookie !== undefined && !ignoresCookies) return undefined;
  const head = Object.entries(headers)
    .filter(([name]) => !ownHeaders.has(name))
    .flatMap(([name, value]) => [name, String(value)]);
  return {
    ignoresCookies,
    head,
    body,
    route,
    isQuiet: config.isQuiet === true,
  };
}

/** Sends the answer to a public read, made with `make` unless it is cached. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { topics, make }: { topics: readonly LiveTopic[]; make: () => Promise<unknown> },
): Promise<FastifyReply> {
  const { routeOptions, params, query, headers, server } = request;
  const { query: querySchema, contentType = 'application/json' } =
    routeOptions.config.endpoint ?? {};
  // The validated query, so that unknown parameters and other spellings give the same key.
  const key = JSON.stringify([routeOptions.url, params, querySchema ? query : null]);
  let body = await server.bodies.find(key);
  if (!body) {
    const changesBefore = server.bodies.countChanges();
    const answer = await make();
    // The whole hiscores are too long for one text.
    if (answer instanceof Readable) return reply.send(answer);
    // Our serializer makes texts of everything but texts.
    body = await toBody(typeof answer === 'string' ? answer : (reply.serialize(answer) as string));
    const isCurrent = changesBefore === server.bodies.countChanges();
    if (isCurrent && body.plain.length <= maxBodyBytes) {
      server.bodies.add(key, { topics, value: body });
    }
  }
  const { etag, plain, brotli } = body;
  // `site` is published when a feature is switched off.
  reply.repeatable = { topics: [...topics, 'site'], ignoresCookies: true };
  reply
    .type(`${contentType}; charset=utf-8`)
    .headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' });
  if (headers['if-none-match'] === etag) return reply.status(304).send();
  if (!acceptsEncoding(headers['accept-encoding'], 'br')) return reply.send(plain);
  return reply.header('content-encoding', 'br').send(brotli);
}

async function toBody(text: string): Promise<Body> {
  const plain = Buffer.from(text);
  const brotli = await compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return { plain, brotli, etag: `W/"${createHash('sha1').update(plain).digest('base64url')}"` };
}
