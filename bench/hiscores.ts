// npm run bench:hiscores [-- --players 1000000 --embedded 10000 --seconds 5]
//
// The hiscores against Redis' sorted sets on the same data, in one run: pages at several depths, all
// ranks of a player, a name, an update; then a page over HTTP against a static file of the same size
// from the same server. PostgreSQL runs as for the tests, without syncing commits to the disk.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { sql } from 'kysely';
import { Client } from 'pg';

import { buildApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import {
  findPage,
  findPlayerByKey,
  findRankedPlayer,
} from '#server/features/hiscores/hiscores.db.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { openDeps } from '#server/open-deps.ts';
import { hiscoresPageSize } from '#shared/hiscores.ts';
import { skills } from '#shared/skills.ts';

import { startPostgres } from '../scripts/lib/find-postgres.mjs';
import { loadHttp } from './lib/http-load.mjs';
import { copyToRedis, loadPlayers } from './lib/load-players.ts';
import type { Runner } from './lib/load-players.ts';
import { createRandom, measure, printTable } from './lib/measure.ts';
import type { Timing } from './lib/measure.ts';
import { startRedis } from './lib/redis.ts';
import type { Redis } from './lib/redis.ts';

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '1000000' },
    embedded: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    times: { type: 'string', default: '2000' },
  },
});
const times = Number(values.times);
const folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-bench-'));

try {
  await benchPostgres(Number(values.players));
  if (Number(values.embedded) > 0) await benchEmbedded(Number(values.embedded));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function benchPostgres(players: number): Promise<void> {
  const postgres = await startPostgres();
  const deps = await openDeps(configOf({ DATABASE_URL: postgres.url }));
  const client = new Client(postgres.url);
  await client.connect();
  const run: Runner = async (statement) =>
    (await client.query<Record<string, unknown>>(statement)).rows;
  await timed(`${players.toLocaleString('en')} players into PostgreSQL`, () =>
    loadPlayers(run, players),
  );
  const redis = await startRedis();
  await timed('the same into Redis', () => copyToRedis(run, redis, players));
  await client.end();

  const ours = await measureOurs(deps, players);
  const theirs = await measureRedis(redis, players);
  await redis.stop();
  printTable(`PostgreSQL and Redis, ${players.toLocaleString('en')} players, milliseconds`, [
    ['', 'p50', 'p99', 'Redis p50', 'Redis p99', 'ratio of p50'],
    ...Object.entries(ours).map(([name, own]) => {
      const other = theirs[name] ?? { p50: 0, p99: 0 };
      return [
        name,
        ...[own.p50, own.p99, other.p50, other.p99].map(milliseconds),
        (own.p50 / other.p50).toFixed(2),
      ];
    }),
  ]);
  await benchHttp(deps, players);
  await deps.close();
  await postgres.stop();
}

async function benchEmbedded(players: number): Promise<void> {
  const deps = await openDeps(configOf({}));
  const run: Runner = async (statement) => {
    const { rows } = await sql.raw<Record<string, unknown>>(statement).execute(deps.db);
    return rows;
  };
  await timed(`${players.toLocaleString('en')} players into the embedded database`, () =>
    loadPlayers(run, players),
  );
  const ours = await measureOurs(deps, players);
  printTable(`The embedded database, ${players.toLocaleString('en')} players, milliseconds`, [
    ['', 'p50', 'p99'],
    ...Object.entries(ours).map(([name, { p50, p99 }]) => [
      name,
      milliseconds(p50),
      milliseconds(p99),
    ]),
  ]);
  await deps.close();
}

/** Page 20,000 where there are that many; every list holds more than half of the players. */
function pagesOf(players: number): Record<string, number> {
  const last = Math.max(1, Math.floor((players * 0.5) / hiscoresPageSize));
  return {
    'first page': 1,
    'page 100': Math.min(100, last),
    'page 20,000': Math.min(20_000, last),
  };
}

async function measureOurs(deps: Deps, players: number): Promise<Record<string, Timing>> {
  const random = createRandom(1);
  const someone = () => 1 + Math.floor(random() * players);
  const results: Record<string, Timing> = {};
  for (const [name, page] of Object.entries(pagesOf(players))) {
    const skip = (page - 1) * hiscoresPageSize;
    results[name] = await measure(times, (turn) =>
      findPage(deps.db, { skill: turn % skills.length, skip }),
    );
  }
  results['all ranks of a player'] = await measure(times, () =>
    findRankedPlayer(deps.db, `p${someone()}`),
  );
  results['name lookup'] = await measure(times, () => findPlayerByKey(deps.db, `p${someone()}`));
  results['update of 3 skills'] = await measure(Math.ceil(times / 4), async () => {
    const name = `P${someone()}`;
    const before = await findPlayerByKey(deps.db, name.toLowerCase());
    const xpTenths = (before?.experience ?? []).map((tenths, stat) =>
      stat % 7 === 0
        ? Math.min(2_000_000_000, tenths + 1_000 + Math.floor(random() * 5_000))
        : tenths,
    );
    await ingestStats(deps, { reports: [{ name, observedAt: new Date(), xpTenths }] });
  });
  return results;
}

async function measureRedis(redis: Redis, players: number): Promise<Record<string, Timing>> {
  const random = createRandom(1);
  const someone = () => 1 + Math.floor(random() * players);
  const results: Record<string, Timing> = {};
  for (const [name, page] of Object.entries(pagesOf(players))) {
    const skip = (page - 1) * hiscoresPageSize;
    results[name] = await measure(times, async (turn) => {
      const range = [
        'ZREVRANGE',
        `list:${turn % skills.length}`,
        skip,
        skip + hiscoresPageSize - 1,
        'WITHSCORES',
      ];
      const [rows] = (await redis.send([range])) as string[][];
      const ids = (rows ?? []).filter((_, at) => at % 2 === 0);
      await redis.send([['HMGET', 'names', ...ids]]);
    });
  }
  results['all ranks of a player'] = await measure(times, async () => {
    const [id] = await redis.send([['HGET', 'keys', `p${someone()}`]]);
    await redis.send(
      skills.flatMap((_, skill) => [
        ['ZREVRANK', `list:${skill}`, String(id)],
        ['ZSCORE', `list:${skill}`, String(id)],
      ]),
    );
  });
  results['name lookup'] = await measure(times, () =>
    redis.send([['HGET', 'keys', `p${someone()}`]]),
  );
  results['update of 3 skills'] = await measure(Math.ceil(times / 4), async () => {
    const id = someone();
    await redis.send([['ZSCORE', 'list:1', id]]);
    await redis.send(
      [0, 1, 8, 15].map((skill) => [
        'ZINCRBY',
        `list:${skill}`,
        1_000 + Math.floor(random() * 5_000),
        id,
      ]),
    );
  });
  return results;
}

/** A page from the warm read cache beside a static file of the very same bytes, in turns. */
async function benchHttp(deps: Deps, players: number): Promise<void> {
  const clientFolder = path.join(folder, 'client');
  const { mkdir } = await import('node:fs/promises');
  await mkdir(clientFolder, { recursive: true });
  const probe = await buildApp(deps);
  const urls = {
    api: `/api/hiscores?skill=Attack&page=${pagesOf(players)['page 100']}`,
    file: '/page.json',
  };
  const { body } = await probe.inject({ url: urls.api });
  await probe.close();
  await writeFile(path.join(clientFolder, 'page.json'), body);
  await writeFile(path.join(clientFolder, 'index.html'), '<!--page-head--><!--page-data-->');
  const app = await buildApp({ ...deps, clientFolder });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const best = { api: 0, file: 0 };
  for (let turn = 0; turn < 3; turn++) {
    for (const name of ['file', 'api'] as const) {
      const load = { url: origin + urls[name], seconds: Number(values.seconds), connections: 16 };
      best[name] = Math.max(best[name], await loadHttp(load));
    }
  }
  const cold = await measure(500, async (turn) => {
    const answer = await fetch(`${origin}/api/hiscores?skill=Mining&page=${turn + 1}`);
    await answer.arrayBuffer();
  });
  await app.close();
  printTable(`Over HTTP, ${body.length.toLocaleString('en')} bytes`, [
    ['', 'per second'],
    ['a page, read cache warm', Math.round(best.api).toLocaleString('en')],
    ['a static file of the same bytes', Math.round(best.file).toLocaleString('en')],
    ['ratio', (best.api / best.file).toFixed(2)],
    ['a page not yet in the cache, p50 ms', milliseconds(cold.p50)],
  ]);
}

function configOf(settings: Record<string, string>) {
  return parseConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    DATA_DIR: path.join(folder, 'data'),
    ...settings,
  });
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

function milliseconds(value: number): string {
  return value.toFixed(3);
}
