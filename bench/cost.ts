// npm run bench -- cost [--seconds 2 --turns 5]
//
// CPU time per request of the built site and of its PostgreSQL, for the sums in docs/scaling.md. CPU time
// hardly depends on what else the machine does. Reads /proc, so it needs Linux.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import getPort from 'get-port';

import { parseConfig } from '#server/config.ts';
import { openDeps } from '#server/open-deps.ts';
import { createDatabase, urlOf, withClient } from '#server/testing/postgres-server.ts';
import { addClient } from '#server/testing/soak/soak-site.ts';
import { startOwnPostgres } from '#tooling/find-postgres.ts';
import { serveBuiltApp, waitForPictures } from '#tooling/serve-app.ts';

import { percentile, printTable } from './lib/measure.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    turns: { type: 'string', default: '5' },
  },
});
const connections = 8;
const buyerCount = 30;
const ticksPerSecond = 100;

const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const postgres = await startOwnPostgres(durable);
await createDatabase(postgres.url, 'wynhold');
const dataDir = await mkdtemp(join(tmpdir(), 'wynhold-cost-'));
const port = await getPort({ host: '127.0.0.1' });
const address = `http://127.0.0.1:${port}`;
const settings = {
  PORT: String(port),
  SITE_URL: address,
  DATA_DIR: dataDir,
  DATABASE_URL: urlOf(postgres.url, 'wynhold'),
  DEMO: 'on',
  DEMO_SIMULATOR: 'off',
  LOG_LEVEL: 'warn',
};
const server = await serveBuiltApp(settings);
try {
  await measureAll();
} finally {
  server.kill('SIGKILL');
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();

async function measureAll(): Promise<void> {
  // Drawing them takes CPU time too.
  await waitForPictures(address);
  const databasePid = await findPostmaster();
  const cookie = await signIn();
  const home = await (await fetch(address)).text();
  const file = /\/assets\/[\w.-]+\.js/.exec(home)?.[0] ?? '/favicon.svg';
  const item = await findItem(cookie);
  const buyers = await addBuyers();
  const pairs = await listPairs();
  let n = 0;
  const kinds: Record<string, () => Promise<Response>> = {
    'page, sent before': () => read('/'),
    'page, rendered': () => read(`/hiscores?compare=${pairs[(n += 1) % pairs.length]}`),
    'public read, sent before': () => read('/api/news'),
    'file of the build': () => read(file),
    'page of a player': () => read('/shop', cookie),
    'read of a player': () => read('/api/shop/mine', cookie),
    purchase: () => {
      const buyer = buyers[(n += 1) % buyers.length];
      return send('/api/shop/buy', { itemId: item.id, price: item.price }, buyer);
    },
    'sign-in': signInAgain,
  };
  const costs = new Map<string, Cost[]>(Object.keys(kinds).map((what) => [what, []]));
  // The first turn warms up.
  for (let turn = 0; turn <= Number(values.turns); turn += 1) {
    for (const [what, request] of Object.entries(kinds)) {
      const cost = await measureCost(request, databasePid);
      if (turn > 0) costs.get(what)?.push(cost);
    }
  }
  printTable('CPU time in milliseconds per request, medians', [
    ['', 'site', 'PostgreSQL', 'requests', 'refused'],
    ...[...costs].map(([what, all]) => {
      const median = (name: 'site' | 'database') =>
        percentile(
          all.map((cost) => cost[name]),
          0.5,
        ).toFixed(3);
      const sum = (name: 'sent' | 'refused') =>
        String(all.reduce((total, cost) => total + cost[name], 0));
      return [what, median('site'), median('database'), sum('sent'), sum('refused')];
    }),
  ]);
}

type Cost = { site: number; database: number; sent: number; refused: number };

async function measureCost(request: () => Promise<Response>, databasePid: number): Promise<Cost> {
  const readBoth = () => [readCpu(server.pid ?? 0), readFamilyCpu(databasePid)] as const;
  const before = readBoth();
  const { sent, refused } = await load(request);
  const after = readBoth();
  const perRequest = (at: 0 | 1) => ((after[at] - before[at]) / sent) * 1000;
  return { site: perRequest(0), database: perRequest(1), sent, refused };
}

/** So many that none of them reaches the limit of purchases. */
async function addBuyers(): Promise<string[]> {
  const deps = await openDeps(parseConfig(settings));
  const buyers: string[] = [];
  for (let at = 0; at < buyerCount; at += 1) {
    const { cookie } = await addClient(deps, { name: `buyer${at}`, coins: 1_000_000 });
    buyers.push(cookie);
  }
  await deps.close();
  return buyers;
}

function read(path: string, cookie = ''): Promise<Response> {
  return fetch(address + path, { headers: cookie ? { cookie } : {} });
}

function send(path: string, body: unknown, cookie = ''): Promise<Response> {
  return fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
}

function signInAgain(): Promise<Response> {
  const credentials = { email: 'player@wynhold.test', password: 'wynhold-demo' };
  const path = '/idp/v1/accounts:signInWithPassword?key=bench';
  return send(path, { ...credentials, returnSecureToken: true });
}

async function signIn(): Promise<string> {
  const { idToken } = (await (await signInAgain()).json()) as { idToken: string };
  const answer = await send('/auth/web-login', { idToken });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function findItem(cookie: string) {
  const answer = await read('/api/shop/items', cookie);
  const items = (await answer.json()) as { id: string; price: number }[];
  const item = items.toSorted((a, b) => a.price - b.price)[0];
  if (!item) throw new Error('The demo sells nothing.');
  return item;
}

/** Each is a page of its own, so that it must be rendered. */
async function listPairs(): Promise<string[]> {
  const answer = await read('/api/hiscores?skill=Overall&page=1');
  const { players } = (await answer.json()) as { players: { username: string }[] };
  const names = players.map(({ username }) => encodeURIComponent(username));
  return names.flatMap((a) => names.map((b) => `${a},${b}`));
}

async function load(request: () => Promise<Response>) {
  const until = Date.now() + Number(values.seconds) * 1000;
  let sent = 0;
  let refused = 0;
  async function repeat(): Promise<void> {
    while (Date.now() < until) {
      const answer = await request();
      await answer.arrayBuffer();
      sent += 1;
      if (!answer.ok) refused += 1;
    }
  }
  await Promise.all(Array.from({ length: connections }, repeat));
  return { sent, refused };
}

/** Seconds of one process, or of it and its ended children. */
function readCpu(pid: number, withChildren = false): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = fields.slice(11, withChildren ? 15 : 13).map(Number);
  return ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond;
}

function readFamilyCpu(parent: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name));
  return children.reduce((sum, name) => sum + readCpu(Number(name)), readCpu(parent, true));

  function isChild(name: string): boolean {
    try {
      return findParent(Number(name)) === parent;
    } catch {
      // It has ended meanwhile.
      return false;
    }
  }
}

function findParent(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
}

async function findPostmaster(): Promise<number> {
  const query = 'select pg_backend_pid() as pid';
  return withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ pid: number }>(query);
    return findParent(rows[0]?.pid ?? 0);
  });
}
