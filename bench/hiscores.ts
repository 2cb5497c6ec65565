// npm run bench -- hiscores [--players 1000000 --embedded 10000 --wait]
//
// Pages of the hiscores at several depths, all ranks of a player and an update, through the site's code, with three
// game modes and sixty counters, compared with reading one player by name, in turns. PostgreSQL runs as in the tests, without syncing
// commits to disk. How Redis did on the same data is in docs/decisions/0008-ranks-from-counts.md.
import { once } from 'node:events';
import { parseArgs } from 'node:util';

import { sql } from 'kysely';
import { Client } from 'pg';

import type { Deps } from '#server/deps.ts';
import {
  findHiscoresPage,
  findPlayerByKey,
  findRankedPlayer,
} from '#server/features/hiscores/hiscores.db.ts';
import { createRandom } from '#server/features/hiscores/hiscores.demo.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { defaultLists } from '#server/features/hiscores/testing/hiscores.ts';
import { hiscoresPageSize } from '#shared/rules/hiscores.ts';

import { loadedCounters, loadedModes, loadPlayers, runOn } from './lib/load-players.ts';
import type { Runner } from './lib/load-players.ts';
import { measure, measureInTurns, printTable, timed } from './lib/measure.ts';
import type { Work } from './lib/measure.ts';
import { openSite } from './lib/open-site.ts';
import { report, round } from './lib/report.ts';
import type { Row } from './lib/report.ts';

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '1000000' },
    embedded: { type: 'string', default: '10000' },
    times: { type: 'string', default: '2000' },
    // Pauses before measuring. Loading takes minutes and may share the machine; measuring must not.
    wait: { type: 'boolean', default: false },
  },
});
const times = Number(values.times);
const update = 'update of 3 skills and 2 counters';
/** The highest ratios to a lookup by name. */
const goals: Record<string, number> = {
  'first page': 2,
  'page 100': 2,
  'page 20,000': 2,
  'first page of a mode': 2,
  'page 1,000 of a counter': 2,
  'all ranks of a player': 12,
  [update]: 30,
};

await benchPostgres(Number(values.players));
if (Number(values.embedded) > 0) await benchEmbedded(Number(values.embedded));

async function benchPostgres(players: number): Promise<void> {
  const site = await openSite({ postgres: { shared_buffers: '4GB' } });
  const client = new Client(site.databaseUrl);
  await client.connect();
  await timed(`${players.toLocaleString('en')} players into PostgreSQL`, () =>
    loadPlayers(runOn(client), players),
  );
  await client.end();
  if (values.wait) await waitForEnter();
  const rows: Row[] = [];
  const { lookup, ...works } = siteWork(site.deps, players);
  if (!lookup) throw new Error('There is nothing to compare with.');
  for (const [name, work] of Object.entries(works)) {
    const { ours, yardstick } = await measureInTurns(timesOf(name), {
      ours: work,
      yardstick: lookup,
    });
    rows.push({
      what: `hiscores, ${players.toLocaleString('en')} players: ${name}`,
      ours: `${milliseconds(ours.p50)} ms, p99 ${milliseconds(ours.p99)} ms`,
      yardstick: `lookup by name ${milliseconds(yardstick.p50)} ms`,
      figure: round(ours.p50 / yardstick.p50),
      goal: { atMost: goals[name] ?? 1 },
    });
  }
  report('Compared with a lookup by name', rows);
  printTable('Sizes', await findSizes(site.deps));
  await site.close();
}

async function findSizes({ db }: Deps): Promise<string[][]> {
  const { rows } = await sql<{ name: string; size: string; indexes: string }>`
    select relname as name, pg_size_pretty(pg_table_size(oid)) as size,
      pg_size_pretty(pg_indexes_size(oid)) as indexes
    from pg_class where relname in ('players', 'hiscores', 'hiscore_blocks') order by relname`.execute(
    db,
  );
  return [
    ['', 'table', 'indexes'],
    ...rows.map(({ name, size, indexes }) => [name, size, indexes]),
  ];
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

function siteWork(deps: Deps, players: number): Record<string, Work> {
  const pages: Record<string, Work> = {};
  for (const [name, page] of Object.entries(pagesOf(players))) {
    const skip = (page - 1) * hiscoresPageSize;
    pages[name] = (turn) => findHiscoresPage(deps.db, { skill: turn % defaultLists.length, skip });
  }
  const counterOf = (turn: number) => 32 + (turn % loadedCounters);
  const random = createRandom(1);
  const randomPlayer = () => 1 + Math.floor(random() * players);
  return {
    ...pages,
    'first page of a mode': (turn) =>
      findHiscoresPage(deps.db, {
        skill: turn % defaultLists.length,
        mode: 1 + (turn % loadedModes),
        skip: 0,
      }),
    'page 1,000 of a counter': (turn) =>
      findHiscoresPage(deps.db, { skill: counterOf(turn), skip: Math.floor(players * 0.025) }),
    'all ranks of a player': () => findRankedPlayer(deps.db, `p${randomPlayer()}`),
    lookup: () => findPlayerByKey(deps.db, `p${randomPlayer()}`),
    [update]: async () => {
      const name = `P${randomPlayer()}`;
      const before = await findPlayerByKey(deps.db, name.toLowerCase());
      const xpTenths = (before?.experience ?? []).map((tenths, stat) =>
        stat % 7 === 0
          ? Math.min(2_000_000_000, tenths + 1_000 + Math.floor(random() * 5_000))
          : tenths,
      );
      const counts = {
        boss_1: (before?.counts?.[0] ?? 0) + 1,
        boss_2: (before?.counts?.[1] ?? 0) + 1,
      };
      await ingestStats(deps, { reports: [{ name, observedAt: new Date(), xpTenths, counts }] });
    },
  };
}

async function waitForEnter(): Promise<void> {
  console.log('Loaded. Press Enter to start measuring.');
  await once(process.stdin, 'data');
  process.stdin.pause();
}

function milliseconds(value: number): string {
  return value.toFixed(3);
}
