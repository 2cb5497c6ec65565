import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { World } from '../replicas/prepare.ts';

// Light load: players buy, visitors read pages, pages wait for live updates. Nothing is repeated, so that
// every failure is seen.

type Try = { begunAt: number; endedAt: number; isDone: boolean; what: string };
export type Purchase = { key: string; cookie: string; body: { itemId: string; price: number } };

export type Load = {
  purchases: Try[];
  reads: Try[];
  /** Answered with success. */
  bought: Purchase[];
  /** Failed: they may have been carried out or not. */
  open: Purchase[];
  stop(): Promise<void>;
};

const pages = [
  '/',
  '/news',
  '/hiscores',
  '/events',
  '/polls',
  '/api/news',
  '/api/events',
  '/api/site',
];
const timeoutMs = 30_000;

export async function startLoad(address: string, world: World): Promise<Load> {
  // A cache cannot have a page that no visitor has read yet.
  for (const path of pages) await fetch(address + path);
  let isOver = false;
  const isRunning = () => !isOver;
  const load = {
    purchases: [] as Try[],
    reads: [] as Try[],
    bought: [] as Purchase[],
    open: [] as Purchase[],
  };
  const item = world.items.find(({ stock, limit }) => stock === null && limit === null);
  if (!item) throw new Error('There is no item for everybody.');
  const body = { itemId: String(item.id), price: item.price };

  async function shop({ cookie }: { cookie: string }): Promise<void> {
    while (isRunning()) {
      const purchase = { key: randomUUID(), cookie, body };
      const result = await attempt(() => buy(address, purchase));
      load.purchases.push(result);
      (result.isDone ? load.bought : load.open).push(purchase);
      await sleep(500);
    }
  }

  async function read(at: number): Promise<void> {
    for (let turn = at; isRunning(); turn += 1) {
      const path = pages[turn % pages.length] ?? '/';
      const result = await attempt(() => fetch(address + path, withLimit()));
      load.reads.push({ ...result, what: `${path} ${result.what}` });
      await sleep(100);
    }
  }

  const rich = world.players.filter(({ firstCoins }) => firstCoins > 10_000);
  const running = [...rich.map(shop), ...[0, 2, 4, 6].map(read)];
  return {
    ...load,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

export function buy(address: string, { key, cookie, body }: Purchase): Promise<Response> {
  return fetch(`${address}/api/shop/buy`, {
    method: 'POST',
    headers: { cookie, 'idempotency-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...withLimit(),
  });
}

const withLimit = () => ({ signal: AbortSignal.timeout(timeoutMs) });

async function attempt(send: () => Promise<Response>): Promise<Try> {
  const begunAt = Date.now();
  let what: string;
  let isDone = false;
  try {
    const answer = await send();
    await answer.arrayBuffer();
    what = String(answer.status);
    isDone = answer.ok;
  } catch (error) {
    what = String(error);
  }
  return { begunAt, endedAt: Date.now(), isDone, what };
}

export type Watcher = { events: { at: number; name: string }[]; close(): void };

/** An open page: collects the events of the live stream. */
export async function watch(address: string): Promise<Watcher> {
  const over = new AbortController();
  const events: Watcher['events'] = [];
  const answer = await fetch(`${address}/api/live?topics=news,events`, { signal: over.signal });
  const { body } = answer;
  if (!body) throw new Error('The live stream has no content.');
  void (async () => {
    try {
      for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
        for (const [, name = ''] of chunk.matchAll(/^event: (\w+)$/gm)) {
          events.push({ at: Date.now(), name });
        }
      }
      events.push({ at: Date.now(), name: 'closed' });
    } catch {
      // Closed by us.
    }
  })();
  return { events, close: () => over.abort() };
}
