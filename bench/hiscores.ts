// npm run bench:hiscores [-- --players 1000000 --embedded 10000 --seconds 5 --wait]
//
// Compares the hiscores with Redis sorted sets on the same data in one run: pages at several depths,
// all ranks of a player, a name lookup and an update, both as bare queries and through the site's
// code. Then compares a page over HTTP with a static file of the same size from the same server.
// PostgreSQL runs as in the tests, without syncing commits to disk.
//
// Both sides do the same work. Redis orders ties as we do (first to reach the score), encoded in its
// members. A page includes the length of its list and the name, rights and totals of every player on
// it; ranks include the whole player; an update changes all of these atomically. Each side uses as few
// round trips as possible: one for PostgreSQL, two for Redis, which must first look up the players of
// a page or the members of a player. Both are reached over TCP on this machine, with one connection.
import { deepEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { sql } from 'kysely';
import { Client } from 'pg';

import { buildApp } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import {
  findHiscoresPage,
  findPlayerByKey,
  findRankedPlayer,
} from '#server/features/hiscores/hiscores.db.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { defaultLists } from '#server/features/hiscores/testing/hiscores.ts';
import { hiscoresPageSize } from '#shared/hiscore-rules.ts';

import { loadHttp } from './lib/http-load.mjs';
import { copyToRedis, idOf, loadPlayers, memberOf, runOn } from './lib/load-players.ts';
import type { RedisPlayer, Runner } from './lib/load-players.ts';
import { createRandom, measure, measureInTurns, printTable, timed } from './lib/measure.ts';
import type { Work } from './lib/measure.ts';
import { openSite } from './lib/open-site.ts';
import { startRedis } from './lib/redis.ts';
import type { Redis } from './lib/redis.ts';
import { report, round } from './lib/report.ts';
import type { Row } from './lib/report.ts';

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '1000000' },
    embedded: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    times: { type: 'string', default: '2000' },
    // Pauses before measuring. Loading takes minutes and may share the machine; measuring must not.
    wait: { type: 'boolean', default: false },
  },
});
const times = Number(values.times);
const update = 'update of 3 skills';
/** The highest ratios to Redis. */
const goals: Record<string, number> = {
  'first page': 1.3,
  'page 100': 1.3,
  'page 20,000': 1.3,
  'all ranks of a player': 1.8,
  [update]: 6,
};

await benchPostgres(Number(values.players));
if (Number(values.embedded) > 0) await benchEmbedded(Number(values.embedded));

async function benchPostgres(players: number): Promise<void> {
  // Redis keeps everything in memory, so PostgreSQL may too.
  const site = await openSite({ postgres: { shared_buffers: '4GB' } });
  const { deps } = site;
  const client = new Client(site.databaseUrl);
  await client.connect();
  const run = runOn(client);
  await timed(`${players.toLocaleString('en')} players into PostgreSQL`, () =>
    loadPlayers(run, players),
  );
  const redis = await startRedis();
  await timed('the same into Redis', () => copyToRedis(run, redis, players));
  await assertSameAnswers(deps, redis, players);
  if (values.wait) await waitForEnter();

  const rows = [['', 'query p50', 'p99', 'Redis p50', 'p99', 'ratio of p50', 'in the site p50']];
  const compared: Row[] = [];
  const redisWorks = redisWork(redis, players);
  const queryWorks = queryWork(client, players);
  for (const [name, site] of Object.entries(siteWork(deps, players))) {
    const other = redisWorks[name];
    if (!other) throw new Error(`No Redis equivalent of: ${name}`);
    const works = { query: queryWorks[name] ?? site, redis: other, site };
    const timings = await measureInTurns(timesOf(name), works);
    const ratio = timings.query.p50 / timings.redis.p50;
    const atMost = goals[name];
    if (atMost !== undefined) {
      compared.push({
        what: `hiscores, ${players.toLocaleString('en')} players: ${name}`,
        ours: `${milliseconds(timings.query.p50)} ms`,
        yardstick: `Redis ${milliseconds(timings.redis.p50)} ms`,
        figure: round(ratio),
        goal: { atMost },
      });
    }
    rows.push([
      name,
      ...[timings.query.p50, timings.query.p99, timings.redis.p50, timings.redis.p99].map(
        milliseconds,
      ),
      ratio.toFixed(2),
      milliseconds(timings.site.p50),
    ]);
  }
  await redis.stop();
  await client.end();
  printTable(`PostgreSQL and Redis, ${players.toLocaleString('en')} players, milliseconds`, rows);
  report('Compared with Redis', compared);
  await benchHttp(deps, { players, clientFolder: path.join(site.folder, 'client') });
  await site.close();
}

async function benchEmbedded(players: number): Promise<void> {
  const { deps, close } = await openSite();
  const run: Runner = async (statement) => {
    const { rows } = await sql.raw<Record<string, unknown>>(statement).execute(deps.db);
    return rows;
  };
  await timed(`${players.toLocaleString('en')} players into the embedded database`, () =>
    loadPlayers(run, players),
  );
  const rows: string[][] = [['', 'p50', 'p99']];
  for (const [name, work] of Object.entries(siteWork(deps, players))) {
    const { p50, p99 } = await measure(timesOf(name), work);
    rows.push([name, milliseconds(p50), milliseconds(p99)]);
  }
  printTable(`The embedded database, ${players.toLocaleString('en')} players, milliseconds`, rows);
  await close();
}

/** Limited to the last page: every list holds more than half of the players. */
function pagesOf(players: number): Record<string, number> {
  const last = Math.max(1, Math.floor((players * 0.5) / hiscoresPageSize));
  return {
    'first page': 1,
    'page 100': Math.min(100, last),
    'page 20,000': Math.min(20_000, last),
  };
}

function timesOf(name: string): number {
  return name === update ? Math.ceil(times / 4) : times;
}

/** The site's statements on a bare client, like the one used for Redis. */
function queryWork(client: Client, players: number): Record<string, Work> {
  const random = createRandom(1);
  const randomPlayer = () => `p${1 + Math.floor(random() * players)}`;
  return {
    ...mapValues(pagesOf(players), (page): Work => {
      const text = 'select hiscore_page($1::integer, $2::bigint) as page';
      const skip = (page - 1) * hiscoresPageSize;
      return (turn) =>
        client.query({ name: 'page', text, values: [turn % defaultLists.length, skip] });
    }),
    'all ranks of a player': () => {
      const text = 'select hiscore_player($1) as player';
      return client.query({ name: 'player', text, values: [randomPlayer()] });
    },
    'name lookup': () => {
      const text = 'select id, name, experience from players where name_key = $1';
      return client.query({ name: 'name', text, values: [randomPlayer()] });
    },
  };
}

function siteWork(deps: Deps, players: number): Record<string, Work> {
  const random = createRandom(1);
  const randomPlayer = () => 1 + Math.floor(random() * players);
  return {
    ...mapValues(pagesOf(players), (page): Work => {
      const skip = (page - 1) * hiscoresPageSize;
      return (turn) => findHiscoresPage(deps.db, { skill: turn % defaultLists.length, skip });
    }),
    'all ranks of a player': () => findRankedPlayer(deps.db, `p${randomPlayer()}`),
    'name lookup': () => findPlayerByKey(deps.db, `p${randomPlayer()}`),
    [update]: async () => {
      const name = `P${randomPlayer()}`;
      const before = await findPlayerByKey(deps.db, name.toLowerCase());
      const xpTenths = (before?.experience ?? []).map((tenths, stat) =>
        stat % 7 === 0
          ? Math.min(2_000_000_000, tenths + 1_000 + Math.floor(random() * 5_000))
          : tenths,
      );
      await ingestStats(deps, { reports: [{ name, observedAt: new Date(), xpTenths }] });
    },
  };
}

function redisWork(redis: Redis, players: number): Record<string, Work> {
  const random = createRandom(1);
  const randomPlayer = () => `p${1 + Math.floor(random() * players)}`;
  const findPlayer = async () => {
    const [record] = await redis.send([['HGET', 'players', randomPlayer()]]);
    return JSON.parse(String(record)) as RedisPlayer;
  };
  return {
    ...mapValues(pagesOf(players), (page): Work => {
      const skip = (page - 1) * hiscoresPageSize;
      return async (turn) => {
        const list = `list:${turn % defaultLists.length}`;
        const range = ['ZREVRANGE', list, skip, skip + hiscoresPageSize - 1, 'WITHSCORES'];
        const [rows] = (await redis.send([range, ['ZCARD', list]])) as string[][];
        const members = (rows ?? []).filter((_, at) => at % 2 === 0);
        await redis.send([['HMGET', 'shown', ...members.map(idOf)]]);
      };
    }),
    'all ranks of a player': async () => {
      const { members } = await findPlayer();
      await redis.send(
        members.flatMap((member, skill) => (member ? [['ZREVRANK', `list:${skill}`, member]] : [])),
      );
    },
    'name lookup': () => redis.send([['HGET', 'players', randomPlayer()]]),
    [update]: async () => {
      const player = await findPlayer();
      const [seq] = await redis.send([['INCRBY', 'seq', 4]]);
      await redis.send(updateCommands(player, Number(seq), random));
    },
  };
}

/** Like our update: three skills and Overall, the record, and the data shown on pages, atomically. */
function updateCommands(player: RedisPlayer, seq: number, random: () => number) {
  const { id, shown, experience, members } = player;
  const scoreChanges = [0, 1, 8, 15].flatMap((skill, at) => {
    const gain = 1_000 + Math.floor(random() * 5_000);
    if (skill > 0) {
      experience[skill - 1] = (experience[skill - 1] ?? 0) + gain;
      shown[3] += gain;
    }
    const score = skill > 0 ? (experience[skill - 1] ?? 0) : shown[2] * 2 ** 36 + shown[3];
    const [before, after] = [members[skill], memberOf(seq + at, id)];
    members[skill] = after;
    const list = `list:${skill}`;
    return [...(before ? [['ZREM', list, before]] : []), ['ZADD', list, score, after]];
  });
  return [
    ['MULTI'],
    ...scoreChanges,
    ['HSET', 'shown', id, JSON.stringify(shown)],
    ['HSET', 'players', `p${id}`, JSON.stringify(player)],
    ['EXEC'],
  ];
}

/** Compares the deepest measured page of every list, including ties, and all ranks of 50 players. */
async function assertSameAnswers(deps: Deps, redis: Redis, players: number): Promise<void> {
  const skip = ((pagesOf(players)['page 20,000'] ?? 1) - 1) * hiscoresPageSize;
  for (const skill of defaultLists.keys()) {
    const { total, rows } = await findHiscoresPage(deps.db, { skill, skip });
    const list = `list:${skill}`;
    const range = ['ZREVRANGE', list, skip, skip + hiscoresPageSize - 1];
    const [members, length] = (await redis.send([range, ['ZCARD', list]])) as [string[], number];
    deepEqual(
      [members.map((member) => `P${idOf(member)}`), length],
      [rows.map(([name]) => name), total],
    );
  }
  for (let id = 1; id <= 50; id++) {
    const [record] = await redis.send([['HGET', 'players', `p${id}`]]);
    const { members } = JSON.parse(String(record)) as RedisPlayer;
    const ranks = await redis.send(
      members.map((one, skill) => ['ZREVRANK', `list:${skill}`, one ?? '']),
    );
    const player = await findRankedPlayer(deps.db, `p${id}`);
    const siteRanks = defaultLists.map((_, skill) => player?.ranks[skill] ?? 0);
    deepEqual(
      ranks.map((rank) => (rank === null ? 0 : Number(rank) + 1)),
      siteRanks,
    );
  }
}

function mapValues<In, Out>(
  source: Record<string, In>,
  change: (value: In) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, change(value)]));
}

/** Compares a page from the warm read cache with a static file of the same bytes, in turns. */
async function benchHttp(
  deps: Deps,
  { players, clientFolder }: { players: number; clientFolder: string },
): Promise<void> {
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

async function waitForEnter(): Promise<void> {
  console.log('Loaded. Press Enter to start measuring.');
  await once(process.stdin, 'data');
  process.stdin.pause();
}

function milliseconds(value: number): string {
  return value.toFixed(3);
}
