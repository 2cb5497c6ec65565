import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import getPort from 'get-port';
import { sql } from 'kysely';

import { parseConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { listJobs } from '#server/features.ts';
import { openDeps } from '#server/open-deps.ts';
import { serveBuiltApp } from '#tooling/serve-app.ts';

import { prepareWorld } from '../replicas/prepare.ts';
import type { World } from '../replicas/prepare.ts';
import { findLedgerBreaches } from '../soak-site.ts';
import { openPair } from './database.ts';
import type { Case, Pair } from './database.ts';
import { buy, startLoad, watch } from './load.ts';
import type { Load, Watcher } from './load.ts';

// npm run soak -- failover [NAME]: the site on a PostgreSQL with a streaming standby. Under light load the
// primary ends, the standby is promoted and the address of the database leads to it. Measures how long
// purchases fail, and checks that pages, live updates and jobs need no restart and what was lost.

const cases: Case[] = [
  { name: 'asynchronous', isSynchronous: false, isSilent: false },
  { name: 'synchronous', isSynchronous: true, isSilent: false },
  { name: 'silent', isSynchronous: true, isSilent: true },
];

/** How long the service needs to notice that the primary is gone; 10 s or more in practice. */
const noticeMs = 3_000;
const loadMs = 8_000;
const longestMs = 90_000;
const watcherCount = 10;

const [wanted] = process.argv.slice(2);
const chosen = cases.filter(({ name }) => wanted === undefined || name === wanted);
if (chosen.length === 0) throw new Error(`There is no case ${wanted}.`);
for (const one of chosen) {
  const found = await runCase(one);
  for (const text of found) console.error(`  BREACH ${text}`);
  if (found.length > 0) process.exitCode = 1;
}
process.exit();

async function runCase(failure: Case): Promise<string[]> {
  console.log(`\n${failure.name}`);
  const pair = await openPair(failure);
  const folder = await mkdtemp(join(tmpdir(), 'wynhold-failover-'));
  const port = String(await getPort({ host: '127.0.0.1' }));
  const settings = {
    NODE_ENV: 'development',
    DEMO: 'off',
    DATA_DIR: folder,
    PORT: port,
    SITE_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: pair.url,
    LOG_LEVEL: 'fatal',
  };
  const config = parseConfig(settings);
  let server: Awaited<ReturnType<typeof serveBuiltApp>> | undefined;
  try {
    const world = await prepareWorld({ config });
    await pair.follow();
    server = await serveBuiltApp(settings);
    const found = await failOver({ address: settings.SITE_URL, world, pair, failure, config });
    if (server.exitCode !== null) found.push(`The server ended with ${server.exitCode}.`);
    return found;
  } finally {
    server?.kill('SIGKILL');
    await pair.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Run = {
  address: string;
  world: World;
  pair: Pair;
  failure: Case;
  config: ReturnType<typeof parseConfig>;
};

async function failOver({ address, world, pair, failure, config }: Run): Promise<string[]> {
  const load = await startLoad(address, world);
  const watchers = await Promise.all(Array.from({ length: watcherCount }, () => watch(address)));
  await sleep(loadMs);
  const { failedAt, promotedMs, movedAt } = await pair.failOver(noticeMs);
  const seconds = (at: number, from = failedAt) => ((at - from) / 1000).toFixed(1);
  console.log(
    `  promoted in ${(promotedMs / 1000).toFixed(1)} s, address moved after ${seconds(movedAt)} s`,
  );
  const found: string[] = [];
  const writesAt = await waitFor(() => findFirstPurchase(load, failedAt));
  const isBack = ({ events }: Watcher) =>
    events.find(({ at, name }) => at > failedAt && name === 'resync')?.at;
  const liveAt = await waitFor(() => latest(watchers.map(isBack)));
  const deps = await openDeps(config);
  try {
    const jobsAt = await waitFor(() => findJobsBack(deps, movedAt));
    const changeMs = await measureChange({ address, world, watchers });
    await load.stop();
    for (const [what, at] of [
      ['purchases', writesAt],
      ['live updates', liveAt],
      ['jobs', jobsAt],
    ] as const) {
      if (at === undefined) found.push(`The ${what} did not come back.`);
      else
        console.log(
          `  ${what} back after ${seconds(at)} s, ${seconds(at, movedAt)} s after the move`,
        );
    }
    if (changeMs === undefined) found.push('A change did not reach the open pages.');
    else console.log(`  a new post reached ${watcherCount} open pages within ${changeMs} ms`);
    found.push(...describeReads(load));
    found.push(...(await judgePurchases({ load, deps, address, failure })));
    found.push(...(await findLedgerBreaches(deps)));
  } finally {
    for (const watcher of watchers) watcher.close();
    await deps.close();
  }
  return found;
}

async function waitFor<T>(find: () => Promise<T | undefined> | T | undefined) {
  const deadline = Date.now() + longestMs;
  while (Date.now() < deadline) {
    const value = await find();
    if (value !== undefined) return value;
    await sleep(50);
  }
  return undefined;
}

/** Looks at purchases that began after the failure; earlier ones may be answered in the last moment. */
function findFirstPurchase({ purchases }: Load, failedAt: number): number | undefined {
  return purchases.find(({ begunAt, isDone }) => isDone && begunAt > failedAt)?.endedAt;
}

/** The last of all, once none is missing. */
function latest(times: (number | undefined)[]): number | undefined {
  const known = times.filter((at) => at !== undefined);
  return known.length === times.length ? Math.max(...known) : undefined;
}

/** Jobs that run at least every 15 s. */
async function findJobsBack(deps: Deps, since: number): Promise<number | undefined> {
  const names = listJobs(deps)
    .filter(({ everySeconds }) => everySeconds <= 15)
    .map(({ name }) => name);
  const { rows } = await sql<{ at: Date }>`
    select last_started_at as at from job_runs
    where name = any (${names}) and last_started_at > ${new Date(since)} and last_error is null`.execute(
    deps.db,
  );
  return rows.length < names.length ? undefined : Math.max(...rows.map(({ at }) => at.getTime()));
}

/** Milliseconds from the answer until every open page heard of a new post. */
async function measureChange({
  address,
  world,
  watchers,
}: Pick<Run, 'address' | 'world'> & { watchers: Watcher[] }): Promise<number | undefined> {
  const post = {
    title: 'All is well',
    category: 'Community',
    displayImage: null,
    content: '<p>All is well.</p>',
    state: 'published',
    publishAt: null,
  };
  const begun = Date.now();
  const answer = await fetch(`${address}/api/admin/news`, {
    method: 'POST',
    headers: { cookie: world.admins.pages.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(post),
  });
  const answeredAt = Date.now();
  if (!answer.ok) return undefined;
  // The live message may arrive just before the answer.
  const heard = ({ events }: Watcher) =>
    events.find(({ at, name }) => at >= begun && name === 'change')?.at;
  const last = await waitFor(() => latest(watchers.map(heard)));
  return last === undefined ? undefined : Math.max(0, last - answeredAt);
}

function describeReads({ reads }: Load): string[] {
  const failed = reads.filter(({ isDone }) => !isDone);
  const slowest = Math.max(...reads.map(({ begunAt, endedAt }) => endedAt - begunAt));
  console.log(`  ${reads.length} pages read, ${failed.length} failed, slowest ${slowest} ms`);
  const kinds = new Set(failed.map(({ what }) => what));
  return failed.length > 0 ? [`${failed.length} pages failed: ${[...kinds].join(', ')}`] : [];
}

async function judgePurchases({
  load: { bought, open, purchases },
  deps,
  address,
  failure,
}: Pick<Run, 'address' | 'failure'> & { load: Load; deps: Deps }): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from purchases`.execute(deps.db);
  const stored = new Set(rows.map(({ key }) => key));
  const lost = bought.filter(({ key }) => !stored.has(key)).length;
  const doneAnyway = open.filter(({ key }) => stored.has(key)).length;
  const reasons = new Set(purchases.filter(({ isDone }) => !isDone).map(({ what }) => what));
  console.log(
    `  ${bought.length} purchases answered, ${lost} of them lost; ${open.length} failed (${[...reasons].join(', ')}), ${doneAnyway} of them carried out`,
  );
  const found: string[] = [];
  if (stored.size !== rows.length) found.push('A key bought twice.');
  if (failure.isSynchronous && lost > 0) found.push(`${lost} answered purchases were lost.`);
  for (const purchase of open) {
    const answer = await buy(address, purchase);
    if (!answer.ok) found.push(`A repeated purchase was answered with ${answer.status}.`);
  }
  const again = await sql<{ n: number }>`select count(*)::int as n from purchases`.execute(deps.db);
  const expected = bought.length - lost + open.length;
  if (again.rows[0]?.n !== expected) {
    found.push(`${again.rows[0]?.n} purchases instead of ${expected} after repeating the failed.`);
  }
  return found;
}
