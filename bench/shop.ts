// npm run bench -- shop [--seconds 3 --rounds 3 --clients 8]
//
// Measures purchases per second with the SQL function alone and over HTTP through the whole server, by
// one player and by 1,000 in turns. Compares them with the minimum any purchase needs: a single UPDATE
// of one balance, and a Fastify route that reads the session and does this UPDATE. Both run on the same
// PostgreSQL, in turns. Runs once with commits synced to disk, as in production, and once without, which
// shows the cost of the work itself.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';

import Fastify from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Pool } from 'pg';

import { buildApp } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import { startSession } from '#server/features/accounts/sessions.service.ts';
import { insertShopItem } from '#server/features/shop/items.db.ts';
import { ensureDeliverer } from '#server/features/shop/testing/deliverer.ts';
import { runLedgerCheck } from '#server/features/wallet/ledger-check.service.ts';
import { hashSecret } from '#server/lib/secrets/secrets.ts';
import { buyItem } from '#shared/endpoints/shop.ts';

import { loadHttp } from './lib/http-load.mjs';
import { openSite } from './lib/open-site.ts';
import { perSecond, report, round } from './lib/report.ts';
import type { Row } from './lib/report.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '8' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const clients = Number(values.clients);
const players = 1000;
const minimalUpdate = {
  name: 'minimal',
  text: 'update bench_balances set coins = coins - 1 where id = $1',
};

// Raises the rate limit, which one player would reach within a second. Requests are still counted.
Object.assign(buyItem, { limit: { max: 1_000_000_000, seconds: 60 } });

console.log(`Compared on the same server, with one transaction per call:
  a single UPDATE       prepared, of one row of a table of two columns: id and coins
  a purchase, function  prepared, select … from buy_item(…) with a fresh key: balance, journal, delivery
  a minimal route       POST that reads the session by its token and does the single UPDATE
  a purchase over HTTP  POST /api/shop/buy with a session and a fresh key
The first three use the same connection pool. Requests come from another process. The function is compared with
the UPDATE, the purchase over HTTP with the minimal route.`);

await benchPostgres('commits synced to the disk', {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
});
await benchPostgres('commits not synced', {});

async function benchPostgres(name: string, settings: Record<string, string>): Promise<void> {
  const site = await openSite({ postgres: { ...settings, max_wal_size: '8GB' } });
  const { deps, databaseUrl } = site;
  const { ids, itemId } = await prepare(deps);
  const pool = new Pool({ connectionString: databaseUrl, max: clients });
  const figures = await measureAll(deps, pool, { ids, itemId });
  const { isSound, purchases } = await runLedgerCheck(deps);
  await pool.end();
  await site.close();
  const row = (what: string, ours: number, yardstick: number, atLeast: number): Row => ({
    what: `purchase, ${name}: ${what}`,
    ours: perSecond(ours),
    yardstick: perSecond(yardstick),
    figure: round(ours / yardstick),
    goal: { atLeast },
  });
  report(`PostgreSQL, ${clients} clients, ${name}`, [
    row('SQL function, one player', figures.oneFunction, figures.oneMinimal, 0.6),
    row('SQL function, 1,000 players', figures.manyFunction, figures.manyMinimal, 0.6),
    row('over HTTP, one player', figures.oneHttp, figures.oneRoute, 0.5),
    row('over HTTP, 1,000 players', figures.manyHttp, figures.manyRoute, 0.5),
  ]);
  console.log(
    `${purchases.toLocaleString('en')} purchases; the ledger ${isSound ? 'adds up' : 'DOES NOT ADD UP'}.`,
  );
  if (!isSound) throw new Error('The ledger does not add up.');
}

type Figures = Record<
  | 'oneMinimal'
  | 'manyMinimal'
  | 'oneFunction'
  | 'manyFunction'
  | 'oneRoute'
  | 'manyRoute'
  | 'oneHttp'
  | 'manyHttp',
  number
>;

type Prepared = { ids: number[]; itemId: number };

/** Returns the best of all rounds. The kinds take turns, so that other load affects all of them. */
async function measureAll(deps: Deps, pool: Pool, { ids, itemId }: Prepared): Promise<Figures> {
  const app = await buildApp(deps);
  const minimal = createMinimalShop(pool);
  const local = { port: 0, host: '127.0.0.1' };
  const route = new URL(await minimal.listen(local));
  const url = new URL('/api/shop/buy', await app.listen(local));
  const cookies: string[] = [];
  // One after another: a thousand at once would wait for a connection longer than the pool allows.
  for (const id of ids) cookies.push(await openSession(deps, id));
  const overHttp = (some: string[], { port, pathname } = url) =>
    loadHttp({
      port: Number(port),
      path: pathname,
      cookies: some,
      body: JSON.stringify({ itemId: String(itemId) }),
      seconds,
      connections: clients * 2,
    });
  const update = (some: number[]) =>
    load((turn) => pool.query({ ...minimalUpdate, values: [some[turn % some.length]] }));
  const call = (some: number[]) =>
    load(async (turn) => {
      const { rows } = await pool.query<{ outcome: string }>({
        name: 'buy',
        text: 'select outcome from buy_item($1, $2, $3, null, null, null)',
        values: [some[turn % some.length], itemId, randomUUID()],
      });
      if (rows[0]?.outcome !== 'bought') throw new Error(`A purchase was ${rows[0]?.outcome}.`);
    });
  const one = ids.slice(0, 1);
  const kinds: Record<keyof Figures, () => Promise<number>> = {
    oneMinimal: () => update(one),
    oneFunction: () => call(one),
    oneRoute: () => overHttp(cookies.slice(0, 1), route),
    oneHttp: () => overHttp(cookies.slice(0, 1)),
    manyMinimal: () => update(ids),
    manyFunction: () => call(ids),
    manyRoute: () => overHttp(cookies, route),
    manyHttp: () => overHttp(cookies),
  };
  // Fill and analyze the tables, so that the planner has statistics.
  await call(ids);
  await sql`vacuum analyze`.execute(deps.db);
  const best = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])) as Figures;
  for (let round = 0; round < rounds; round++) {
    for (const kind of Object.keys(kinds) as (keyof Figures)[]) {
      best[kind] = Math.max(best[kind], await kinds[kind]());
    }
  }
  await app.close();
  await minimal.close();
  return best;
}

/** The least that a site of this kind can do: find the account of the session, change its balance. */
function createMinimalShop(pool: Pool): FastifyInstance {
  const shop = Fastify();
  shop.route({ method: 'POST', url: '/', handler: buy });
  async function buy(request: FastifyRequest): Promise<{ success: true }> {
    const token = request.headers.cookie?.slice('session='.length) ?? '';
    const { rows } = await pool.query<{ account_id: number }>({
      name: 'session',
      text: 'select account_id from sessions where token_hash = $1',
      values: [hashSecret(token)],
    });
    await pool.query({ ...minimalUpdate, values: [rows[0]?.account_id] });
    return { success: true };
  }
  return shop;
}

/** Runs the work on all clients concurrently. Returns runs per second. */
async function load(work: (turn: number) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let turn = 0;
  async function client(): Promise<void> {
    while (performance.now() < end) {
      turn += 1;
      await work(turn);
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  return (turn / (performance.now() - start)) * 1000;
}

async function prepare({ db }: Deps): Promise<Prepared> {
  await sql`
    insert into accounts (username, username_key, email, email_key, identity_provider, identity_id)
    select 'Bench ' || n, 'bench ' || n, n || '@bench.test', n || '@bench.test', 'bench', n::text
    from generate_series(1, ${players}::int) n`.execute(db);
  await sql`
    select move_coins(id, 'adjustment', 'bench:' || id, 1000000000, 'adjustments', 'Bench')
    from accounts where identity_provider = 'bench'`.execute(db);
  await sql`create table bench_balances as select account_id as id, balance as coins from wallets`.execute(
    db,
  );
  await sql`alter table bench_balances add primary key (id)`.execute(db);
  const { rows } = await sql<{ id: number }>`
    select id from accounts where identity_provider = 'bench' order by id`.execute(db);
  await ensureDeliverer(db);
  const itemId = await insertShopItem(db, {
    name: 'Bench lantern',
    description: '',
    image: null,
    media_hash: null,
    price: 1,
    item_id: 1,
    quantity: 1,
    is_enabled: true,
    ends_at: null,
    stock: null,
    player_limit: null,
    updated_by: null,
  });
  return { ids: rows.map(({ id }) => id), itemId };
}

async function openSession({ db }: Deps, id: number): Promise<string> {
  const visitor = { ip: '127.0.0.1', userAgent: 'bench', signedInAt: new Date() };
  return `session=${await startSession(db, id, visitor)}`;
}
