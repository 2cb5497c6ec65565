import { sql } from 'kysely';
import type { Kysely, KyselyPlugin } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';

import { openDatabase } from './db/open-database.ts';
import { transaction } from './db/transaction.ts';
import { openFreezingProxy } from './testing/frozen-database.ts';
import { openTestApp } from './testing/test-app.ts';
import { patient } from './testing/test-database-options.ts';
import { engine, openTestDatabase } from './testing/test-database.ts';
import type { TestDatabase } from './testing/test-database.ts';

/**
 * The site on a database that can be made to hang: PostgreSQL through a proxy that drops all traffic,
 * the embedded one by a transaction that does not end.
 */
async function openHangingSite() {
  const { database, hang } = await (engine === 'postgres'
    ? openBehindProxy()
    : openBehindTransaction());
  const { db, queries } = countQueries(database.db);
  const site = await openTestApp({ database: { ...database, db } });
  onTestFinished(() => site.close());
  /** While the database hangs, time passes only in letTimePass(). */
  async function hangWithoutTime() {
    const recover = await hang();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    return async () => {
      vi.useRealTimers();
      await recover();
    };
  }
  const ask = (url: string) => site.app.inject({ url });
  async function askAtOnce(urls: string[]) {
    return letTimePass(Promise.all(urls.map(ask)));
  }
  return { ask, askAtOnce, hang: hangWithoutTime, queries };
}

/** Only timeouts can end the work, so the test does not wait for them in real time. */
async function letTimePass<T>(work: Promise<T>): Promise<T> {
  const state = { isOver: false };
  const end = work.finally(() => (state.isOver = true));
  end.catch(() => {});
  while (!state.isOver) await vi.advanceTimersByTimeAsync(1_000);
  return end;
}

/** A query that hangs holds a connection, so the number of queries shows how many are in use. */
function countQueries<T>(db: Kysely<T>) {
  const queries = { sent: 0 };
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      queries.sent += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(counter), queries };
}

async function openBehindTransaction() {
  const database = await openTestDatabase();
  async function hang() {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const holding = transaction(database.db, async () => {
      begin();
      await held;
    });
    await begun;
    return async () => {
      release();
      await holding;
    };
  }
  return { database, hang };
}

async function openBehindProxy() {
  const direct = await openTestDatabase();
  const proxy = await openFreezingProxy(direct.databaseUrl ?? '');
  const onWarning = () => {};
  const throughProxy = await openDatabase({
    databaseUrl: proxy.url,
    dataDir: '',
    waitingMs: patient,
    onWarning,
  });
  async function close(): Promise<void> {
    await throughProxy.close();
    proxy.close();
    await direct.close();
  }
  const database: TestDatabase = { ...throughProxy, close, databaseUrl: proxy.url };
  async function hang() {
    // So that some connections are already open when the proxy freezes.
    await Promise.all([1, 2, 3].map(() => sql`select 1`.execute(database.db)));
    proxy.freeze();
    return async () => proxy.thaw();
  }
  return { database, hang };
}

test('/readyz answers 503 while the database hangs, also when called many times', async () => {
  const { ask, askAtOnce, hang, queries } = await openHangingSite();
  await expect.poll(async () => (await ask('/readyz')).statusCode).toBe(200);
  const recover = await hang();
  queries.sent = 0;
  const answers = await askAtOnce(Array.from({ length: 30 }, () => '/readyz'));
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ error: 'The database does not answer.' });
  }
  // The other connections stay free for visitors.
  expect(queries.sent).toBe(1);
  expect((await ask('/healthz')).statusCode).toBe(200);
  await recover();
  await expect.poll(async () => (await ask('/readyz')).statusCode).toBe(200);
});

test('calls are answered 503 while the database hangs, and work again afterwards', async () => {
  const { ask, askAtOnce, hang } = await openHangingSite();
  const recover = await hang();
  const answers = await askAtOnce([
    '/api/polls',
    '/api/events',
    '/api/hiscores/user/Nobody',
    '/api/polls',
  ]);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.json()).toMatchObject({
      code: 'server/unavailable',
      error: 'The site is busy right now. Please try again in a few seconds.',
    });
  }
  await recover();
  await expect.poll(async () => (await ask('/api/polls')).statusCode).toBe(200);
});

test('a page is answered while the database hangs', async () => {
  const { askAtOnce, hang } = await openHangingSite();
  const recover = await hang();
  const [page] = await askAtOnce(['/hiscores?player=Nobody']);
  expect(page?.statusCode).toBe(200);
  await recover();
});
