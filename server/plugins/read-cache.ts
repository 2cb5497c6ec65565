import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { LiveTopic } from '#shared/pages.ts';

import { acceptsEncoding } from '../lib/accepts-encoding.ts';
import type { Live } from '../lib/live.ts';

/**
 * Caches public reads that are the same for everyone, as ready-made bytes, until one of their topics
 * changes. A body computed before a change must not be cached after it: an answer is stored only if the
 * generation is still the one in which its request began.
 */
type Entry = { topics: readonly LiveTopic[]; etag: string; plain: Buffer; brotli: Buffer };

const maxEntries = 2_000;
const maxEntryBytes = 512 * 1024;
const compress = promisify(brotliCompress);

export function registerReadCache(app: FastifyInstance, live: Live): void {
  const entries = new Map<string, Entry>();
  const began = new WeakMap<FastifyRequest, number>();
  let generation = 0;

  function evict(isStale: (entry: Entry) => boolean): void {
    generation += 1;
    for (const [key, entry] of entries) if (isStale(entry)) entries.delete(key);
  }

  const unsubscribe = live.subscribe({
    onMessage: ({ topic }) => evict((entry) => entry.topics.includes(topic)),
    onResync: () => evict(() => true),
  });
  app.addHook('onClose', async () => unsubscribe());

  app.addHook('preHandler', async (request, reply) => {
    if (!topicsOf(request)) return;
    const entry = entries.get(keyOf(request));
    if (entry) await sendEntry(entry, request, reply);
    else began.set(request, generation);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const topics = topicsOf(request);
    const begun = began.get(request);
    if (!topics || begun === undefined) return payload;
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    if (payload.length > maxEntryBytes) return payload;
    const plain = Buffer.from(payload);
    reply.repeatable = { topics, ignoresCookies: true };
    const entry = { topics, plain, brotli: await compressBody(plain), etag: hash(plain) };
    if (generation === begun) {
      if (entries.size >= maxEntries) entries.delete(entries.keys().next().value ?? '');
      entries.set(keyOf(request), entry);
    }
    return chooseBytes(entry, request, reply);
  });
}

/** Uses the validated query, so unknown parameters and other spellings give the same key. */
function keyOf({ routeOptions, params, query }: FastifyRequest): string {
  const hasQuery = routeOptions.config.endpoint?.query !== undefined;
  return JSON.stringify([routeOptions.url, params, hasQuery ? query : null]);
}

function topicsOf(request: FastifyRequest): readonly LiveTopic[] | undefined {
  return request.routeOptions.config.endpoint?.cachedUntil;
}

function sendEntry(entry: Entry, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { contentType = 'application/json' } = request.routeOptions.config.endpoint ?? {};
  reply.repeatable = { topics: entry.topics, ignoresCookies: true };
  reply.type(`${contentType}; charset=utf-8`);
  return reply.send(chooseBytes(entry, request, reply));
}

function chooseBytes(entry: Entry, request: FastifyRequest, reply: FastifyReply): Buffer {
  reply
    .header('cache-control', 'no-cache')
    .header('etag', entry.etag)
    .header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === entry.etag) {
    reply.status(304).removeHeader('content-length');
    return Buffer.alloc(0);
  }
  const takesBrotli = acceptsEncoding(request.headers['accept-encoding'], 'br');
  const bytes = takesBrotli ? entry.brotli : entry.plain;
  if (takesBrotli) reply.header('content-encoding', 'br');
  reply.header('content-length', bytes.length);
  return bytes;
}

function compressBody(plain: Buffer): Promise<Buffer> {
  return compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

function hash(bytes: Buffer): string {
  return `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
}
