// npm run bench -- hiscores-batches [--players 100000 --batches 40 --seconds 10]
//
// Measures a batch of 100 players: known players with three changed skills, known players with all
// skills changed, and new players. Then runs four concurrent writers with known and new players, and
// counts batches and retries after deadlocks. PostgreSQL runs as in the tests, without syncing commits
// to disk.
import { parseArgs } from 'node:util';

import { Client } from 'pg';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import type { StatsReport } from '#server/features/hiscores/ingest.service.ts';
import { defaultSkills } from '#server/features/hiscores/testing/hiscores.ts';

import { loadPlayers, runOn } from './lib/load-players.ts';
import { createRandom, measureInTurns, percentile, printTable } from './lib/measure.ts';
import { openSite } from './lib/open-site.ts';

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '100000' },
    batches: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '10' },
  },
});
const players = Number(values.players);
const batchSize = 100;
const random = createRandom(3);
let createdCount = 0;
const { deps, databaseUrl, close } = await openSite({ postgres: {} });
const client = new Client(databaseUrl);
try {
  await client.connect();
  await loadPlayers(runOn(client), players);
  await measureBatches();
  await measureWriters(0);
  await measureWriters(5);
} finally {
  await client.end();
  await close();
}

async function measureBatches(): Promise<void> {
  const known = await readKnown(deps);
  const timings = await measureInTurns(Number(values.batches), {
    'known, three skills': () => send(chooseKnown(known, batchSize, 7)),
    'known, all skills': () => send(chooseKnown(known, batchSize, 1)),
    'new, all skills': () => send(createNew(batchSize)),
  });
  const base = timings['known, all skills'].p50;
  printTable(`A batch of ${batchSize}, ${players.toLocaleString('en')} players, milliseconds`, [
    ['', 'p50', 'p99', 'to known, all skills'],
    ...Object.entries(timings).map(([name, { p50, p99 }]) => [
      name,
      p50.toFixed(1),
      p99.toFixed(1),
      (p50 / base).toFixed(2),
    ]),
  ]);
}

/** Each writer has its own players, like separate worlds. */
async function measureWriters(newPlayers: number): Promise<void> {
  const known = await readKnown(deps);
  const end = performance.now() + Number(values.seconds) * 1000;
  let [batches, attempts] = [0, 0];
  const timings: number[] = [];
  async function write(writer: number): Promise<void> {
    const own = known.filter((_, at) => at % 4 === writer);
    while (performance.now() < end) {
      const reports = [...chooseKnown(own, 50 - newPlayers, 7), ...createNew(newPlayers)];
      const start = performance.now();
      await transaction(deps.db, (trx) => {
        attempts += 1;
        return ingestStats(deps, { reports }, trx);
      });
      timings.push(performance.now() - start);
      batches += 1;
    }
  }
  await Promise.all([0, 1, 2, 3].map(write));
  printTable(`Four writers, batches of 50 with ${newPlayers} new players`, [
    ['batches', 'retries', 'p50 ms', 'worst ms'],
    [
      String(batches),
      String(attempts - batches),
      percentile(timings, 0.5).toFixed(0),
      percentile(timings, 1).toFixed(0),
    ],
  ]);
}

type Known = { name: string; xpTenths: number[] };

async function readKnown({ db }: Deps): Promise<Known[]> {
  const rows = db.selectFrom('players').select(['name', 'experience']).where('name', 'like', 'P%');
  return (await rows.limit(20_000).execute()).map(({ name, experience }) => ({
    name,
    xpTenths: experience,
  }));
}

/** Every `every`-th skill has grown. */
function chooseKnown(known: Known[], count: number, every: number): StatsReport[] {
  const from = Math.floor(random() * (known.length - count));
  return known.slice(from, from + count).map((player) => {
    player.xpTenths = player.xpTenths.map((tenths, stat) =>
      stat % every === 0 ? tenths + 1_000 + Math.floor(random() * 5_000) : tenths,
    );
    return { name: player.name, observedAt: new Date(), xpTenths: player.xpTenths };
  });
}

function createNew(count: number): StatsReport[] {
  return Array.from({ length: count }, () => ({
    name: `N${(createdCount += 1)}`,
    observedAt: new Date(),
    xpTenths: defaultSkills.map(() => Math.floor(Math.exp(random() * 12) * 10) + 11_540),
  }));
}

function send(reports: StatsReport[]): Promise<unknown> {
  return ingestStats(deps, { reports });
}
