import type { ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';

import { openLiveStream } from '#shared/endpoints/site-settings.ts';
import { AppError } from '#shared/errors.ts';
import { liveTopics } from '#shared/pages.ts';
import type { LiveTopic } from '#shared/pages.ts';
import { isAllowed, staffPermissions } from '#shared/rules/staff-permissions.ts';

import type { Deps } from '../deps.ts';
import type { LiveMessage } from '../lib/data/live.ts';
import { networkOf } from '../lib/requests/network-of.ts';
import { callOf, describeEndpoint } from './route.ts';
import type { Sessions } from './session.ts';

/**
 * GET /api/live?topics=news,me&seen=… — server-sent events of these topics, or of `all`. Each has an id `<run>-<number>`, and the
 * first HTML of a page contains the last one it includes (`seen`). A browser sends the last id when it
 * connects and gets the messages it missed. If they are no longer known (another replica, a restart), it
 * gets the event `resync` and reads everything again.
 */
const heartbeatMilliseconds = 20_000;
const stillHere = Buffer.from(': still here\n\n');
/** For sessions that end without a message: by expiring or by logging out. */
const sessionCheckMilliseconds = 60_000;
const maxRecentMessages = 1_000;
const maxStreamsPerNetwork = 40;
/** A reader this far behind is gone or too slow: disconnect it; it will resync. */
const maxUnsentBytes = 64 * 1024;

type Stream = {
  response: ServerResponse;
  topics: ReadonlySet<LiveTopic>;
  /** Asked for the topic `admin`, which may have been refused. */
  wantsAdmin: boolean;
  accountId: number | undefined;
  /** Set if a topic needs a session: the stream ends with the session. */
  sessionId: string | undefined;
  network: string;
};
type Numbered = { number: number; message: LiveMessage };

export function registerLiveStream(
  app: FastifyInstance,
  deps: Deps,
  { findOpen }: Pick<Sessions, 'findOpen'>,
): void {
  const { config, live } = deps;
  const streams = new Set<Stream>();
  const streamsOf = new Map<string, number>();
  const recent: Numbered[] = [];
  const unsubscribe = live.subscribe({
    onMessage(message, number) {
      const numbered = { number, message };
      recent.push(numbered);
      if (recent.length > maxRecentMessages) recent.shift();
      const event = Buffer.from(formatMessage(numbered));
      for (const stream of streams) if (concerns(stream, message)) write(stream, event);
      if (message.topic === 'me') {
        void endStale([...streams].filter(({ accountId }) => accountId === message.accountId));
      }
    },
    onResync() {
      recent.length = 0;
      const event = Buffer.from(formatEvent('resync', live.position()));
      for (const stream of streams) write(stream, event);
      void endStale([...streams]);
    },
  });
  const [run] = live.position().split('-');
  let isClosing = false;

  /** Ends streams whose session has ended, or lost or got access to `admin`; the browser then reconnects. */
  async function endStale(some: Stream[]): Promise<void> {
    const ids = some.flatMap(({ sessionId }) => sessionId ?? []);
    if (ids.length === 0) return;
    try {
      const open = new Map((await findOpen(ids)).map((row) => [row.id, row]));
      for (const stream of some) {
        if (!stream.sessionId) continue;
        const session = open.get(stream.sessionId);
        const canSeeAdmin = session && isAllowed(session, staffPermissions);
        const hasChanged = stream.wantsAdmin && canSeeAdmin !== stream.topics.has('admin');
        if (!session || hasChanged) stream.response.end();
      }
    } catch (error) {
      deps.onProblem('The sessions of live streams could not be checked.', error);
    }
  }

  function formatEvent(event: string, position: string, data = '{}'): string {
    return `event: ${event}\nid: ${position}\ndata: ${data}\n\n`;
  }

  function formatMessage({ number, message: { topic, data = {} } }: Numbered): string {
    return formatEvent('change', `${run}-${number}`, JSON.stringify({ topic, ...data }));
  }

  /** The messages missed since `seen`, or `resync`. */
  function catchUp(stream: Stream, seen: string | undefined): string {
    const position = live.position();
    if (!seen) return formatEvent('hello', position);
    const [lastRun, lastSeen] = seen.split('-');
    const oldest = recent[0]?.number ?? Number(position.split('-')[1]) + 1;
    if (lastRun !== run || !(Number(lastSeen) + 1 >= oldest)) {
      return formatEvent('resync', position);
    }
    const missed = recent.filter(
      ({ number, message }) => number > Number(lastSeen) && concerns(stream, message),
    );
    return [formatEvent('hello', seen), ...missed.map(formatMessage)].join('');
  }

  function assertMayOpen(network: string): void {
    if ((streamsOf.get(network) ?? 0) >= maxStreamsPerNetwork) {
      throw new AppError('request/rate-limited', 'Too many open pages from one address.', {
        retryAfterSeconds: 30,
      });
    }
    if (streams.size >= config.maxLiveStreams) {
      const text = 'Too many pages receive live updates right now. The page works without them.';
      throw new AppError('server/unavailable', text, { retryAfterSeconds: 30 });
    }
  }

  function removeStream(stream: Stream): void {
    if (!streams.delete(stream)) return;
    const left = (streamsOf.get(stream.network) ?? 0) - 1;
    if (left > 0) streamsOf.set(stream.network, left);
    else streamsOf.delete(stream.network);
  }

  const options = {
    schema: describeEndpoint(openLiveStream),
    config: { endpoint: openLiveStream, isStream: true },
    exposeHeadRoute: false,
  };
  app.get(openLiveStream.path, options, async (request, reply) => {
    const { topics, seen } = callOf<typeof openLiveStream>(request, reply).query;
    const named = topics === 'all' ? liveTopics : topics.split(',');
    const wanted = new Set(liveTopics.filter((topic) => named.includes(topic)));
    const wantsAdmin = wanted.has('admin');
    const isPersonal = wanted.has('me') || wantsAdmin;
    const session = isPersonal ? await request.findSession() : undefined;
    if (!session) wanted.delete('me');
    if (!session || !isAllowed(session.account, staffPermissions)) wanted.delete('admin');
    const network = networkOf(request.ip);
    assertMayOpen(network);
    const stream = {
      response: reply.raw,
      topics: wanted,
      wantsAdmin,
      accountId: session?.account.id,
      sessionId: session?.id,
      network,
    };
    reply.hijack();
    // Disconnected during the session lookup: 'close' would not be emitted any more.
    if (reply.raw.destroyed) return;
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    // The browser gets what it misses from another replica.
    if (isClosing) {
      reply.raw.end(`${randomRetry()}\n`);
      return;
    }
    const lastSeen = (request.headers['last-event-id'] as string) || seen;
    // Bytes, because together with a text, the headers would stay in memory as dozens of small strings.
    reply.raw.write(Buffer.from(`${randomRetry()}${catchUp(stream, lastSeen)}`));
    streams.add(stream);
    streamsOf.set(network, (streamsOf.get(network) ?? 0) + 1);
    reply.raw.on('close', () => removeStream(stream));
    // The session may have ended between the lookup and adding the stream.
    void endStale([stream]);
  });

  const heartbeat = setInterval(() => {
    for (const stream of streams) write(stream, stillHere);
  }, heartbeatMilliseconds);

  const sessionCheck = setInterval(() => void endStale([...streams]), sessionCheckMilliseconds);

  app.addHook('preClose', async () => {
    isClosing = true;
    clearInterval(heartbeat);
    clearInterval(sessionCheck);
    unsubscribe();
    for (const stream of streams) stream.response.end(`${randomRetry()}\n`);
  });
}

/** Random, so that not every browser reconnects at the same time after a restart. */
function randomRetry(): string {
  return `retry: ${500 + Math.round(Math.random() * 4_000)}\n`;
}

function concerns(stream: Stream, { topic, accountId }: LiveMessage): boolean {
  if (!stream.topics.has(topic)) return false;
  return topic !== 'me' || stream.accountId === accountId;
}

function write({ response }: Stream, event: Buffer): void {
  if (response.writableEnded) return;
  if (response.writableLength > maxUnsentBytes) response.destroy();
  else response.write(event);
}
