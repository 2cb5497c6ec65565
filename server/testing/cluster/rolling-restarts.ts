import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { startLiveReader } from './live-reader.ts';
import type { LiveReader } from './live-reader.ts';
import type { Cluster } from './open-cluster.ts';
import { prepareWorld } from './rolling-world.ts';
import { createSiteClient } from './site-client.ts';
import type { SiteClient, SiteRequest } from './site-client.ts';

// Restarts the replicas of a cluster one after the other while visitors read, players buy, an admin
// opens polls and pages follow the live stream.

type Options = {
  cluster: Cluster;
  databaseUrl: string;
  restarts: number;
  requestsPerSecond: number;
  streams: number;
  onRestart?: (done: number) => void;
};

export type Outcome = {
  requests: number;
  failures: string[];
  slowestRequestMs: number;
  purchases: { answered: number; stored: number };
  polls: number;
  gaps: number[];
  /** Streams that were not open at the end. */
  lost: number;
  /** Pairs of a poll and a stream that did not learn of it. */
  missed: number;
};

const changeEveryMs = 1500;
/** How long streams may take at the end to come back and to learn of the last poll. */
const settleMs = 60_000;
const streamsPerAddress = 20;

export async function runRollingRestarts(options: Options): Promise<Outcome> {
  const { cluster, databaseUrl, streams } = options;
  const world = await prepareWorld(cluster.url, databaseUrl);
  const client = createSiteClient(cluster.url, cluster.certificate);
  const pages = await listPages(client);
  const failures: string[] = [];
  const figures = { requests: 0, slowestRequestMs: 0, bought: 0 };

  async function send(request: SiteRequest): Promise<string> {
    const begun = Date.now();
    figures.requests += 1;
    try {
      const { status, text } = await client.send(request);
      figures.slowestRequestMs = Math.max(figures.slowestRequestMs, Date.now() - begun);
      if (status < 400) return text;
      failures.push(`${request.path}: ${status} ${text.slice(0, 200)}`);
    } catch (error) {
      failures.push(`${request.path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return '';
  }

  async function readPolls(): Promise<string[]> {
    const text = await send({ path: '/api/polls' });
    return text ? (JSON.parse(text) as { id: string }[]).map(({ id }) => id) : [];
  }

  async function buy(cookie: string): Promise<void> {
    const text = await send({
      method: 'POST',
      path: '/api/shop/buy',
      headers: { cookie, 'idempotency-key': randomUUID() },
      body: { itemId: world.itemId },
    });
    if (text) figures.bought += 1;
  }

  const readers = Array.from({ length: streams }, (_, at) =>
    startLiveReader({ client, readPolls, ...addressOf(at) }),
  );
  const load = startLoad(options.requestsPerSecond, (at) => {
    const kind = at % 10;
    const cookie = world.players[Math.floor(at / 10) % world.players.length] ?? '';
    if (kind < 6) return send({ path: pages[at % pages.length] ?? '/' });
    if (kind < 9) return send({ path: '/api/shop/mine', headers: { cookie } });
    return buy(cookie);
  });
  try {
    await waitUntil(() => readers.every((reader) => reader.isOpen()));
    const opening = startPolls(async (n) => {
      const text = await send({
        method: 'POST',
        path: '/api/admin/polls',
        headers: { cookie: world.admin },
        body: newPoll(n),
      });
      return text ? (JSON.parse(text) as { id: string }).id : undefined;
    });
    for (let done = 0; done < options.restarts; done += 1) {
      await cluster.restart(done % cluster.count);
      options.onRestart?.(done + 1);
    }
    const polls = await opening.stop();
    await load.stop();
    await waitUntil(() => countMissed(readers, polls) === 0 && readers.every((r) => r.isOpen()));
    const { requests, slowestRequestMs, bought } = figures;
    return {
      requests,
      failures,
      slowestRequestMs,
      purchases: { answered: bought, stored: await world.countPurchases() },
      polls: polls.length,
      gaps: readers.flatMap(({ gaps }) => gaps),
      lost: readers.filter((reader) => !reader.isOpen()).length,
      missed: countMissed(readers, polls),
    };
  } finally {
    await load.stop();
    await Promise.all(readers.map((reader) => reader.close()));
    client.close();
    await world.close();
  }
}

async function listPages(client: SiteClient): Promise<string[]> {
  const home = await client.send({ path: '/' });
  const [asset] = /\/assets\/[^"]+/.exec(home.text) ?? [];
  if (!asset) throw new Error('The home page names no file under /assets/.');
  return ['/', '/api/news', '/news', '/api/events', '/hiscores', '/api/polls', asset];
}

/** The site limits the streams of one address. Only Linux has the whole of 127.0.0.0/8. */
function addressOf(at: number): { localAddress?: string } {
  if (at < streamsPerAddress) return {};
  return { localAddress: `127.0.2.${Math.floor(at / streamsPerAddress)}` };
}

function countMissed(readers: LiveReader[], polls: string[]): number {
  return readers.reduce(
    (sum, { known }) => sum + polls.filter((poll) => !known.has(poll)).length,
    0,
  );
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + settleMs;
  while (!isDone() && Date.now() < deadline) await sleep(50);
}

/** Sends at a fixed rate, however long the answers take. */
function startLoad(perSecond: number, send: (at: number) => Promise<unknown>) {
  const waiting = new Set<Promise<unknown>>();
  const begun = Date.now();
  let at = 0;
  const timer = setInterval(() => {
    // A busy machine is late, so send all that are due.
    for (; at < ((Date.now() - begun) / 1000) * perSecond; at += 1) {
      const sending = send(at).finally(() => waiting.delete(sending));
      waiting.add(sending);
    }
  }, 1000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(waiting);
    },
  };
}

/** Opens one poll after the other; stop() returns the ids of those that were confirmed. */
function startPolls(open: (n: number) => Promise<string | undefined>) {
  const stopping = new AbortController();
  const polls: string[] = [];
  async function run(): Promise<void> {
    for (let n = 1; !stopping.signal.aborted; n += 1) {
      const id = await open(n);
      if (id) polls.push(id);
      await sleep(changeEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      return polls;
    },
  };
}

function newPoll(n: number) {
  return {
    title: `Poll ${n}`,
    endTime: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    questions: [{ question: 'Where shall we go?', answers: ['North', 'South'] }],
  };
}
