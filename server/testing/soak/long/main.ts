import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findMiscounts, findMisplaced } from '#server/features/hiscores/testing/hiscores.ts';
import { openDeps } from '#server/open-deps.ts';
import { createRandom } from '#server/testing/random.ts';

import { startSimulator } from '../../../../adapters/simulator/simulator.ts';
import type { Stage } from '../replicas/actor.ts';
import { resendFailed, runAdmins } from '../replicas/admins.ts';
import { runEditors } from '../replicas/editors.ts';
import { judgeVotesAndAttendance } from '../replicas/judge-community.ts';
import { judgeMoney } from '../replicas/judge-money.ts';
import { findStuckJobs } from '../replicas/judge-running.ts';
import { runPlayers } from '../replicas/players.ts';
import { prepareWorld } from '../replicas/prepare.ts';
import { createBreaches, createRecords } from '../replicas/records.ts';
import { runAndClose } from '../replicas/run-and-close.ts';
import { createTraffic } from '../replicas/traffic.ts';
import type { Traffic } from '../replicas/traffic.ts';
import { findLedgerBreaches } from '../soak-site.ts';
import { readOptions } from './options.ts';
import { judgeSamples, measureAtRest, megabytes, printRests, restCount } from './samples.ts';
import type { Rest } from './samples.ts';
import { openLongSite } from './server.ts';
import type { LongServer } from './server.ts';
import { compareSizes, countRows, findDueRows, seedDueRows } from './tables.ts';
import type { Sizes } from './tables.ts';
import { openStreams, runVisitors } from './visitors.ts';
import type { Streams } from './visitors.ts';

// npm run soak -- long [--minutes 60] [--embedded] [--seed N]: one built server under a moderate, steady load of
// visitors, players, admins and a simulated game. In the end its memory, handles and event loop must be
// as they were early in the run, old rows deleted, and all sums right.

const options = readOptions(process.argv.slice(2));
const progressMs = 30_000;
/** An actor waits this long between two actions, on average. */
const pauseMs = 2_000;
const longestDeliveryMs = 120_000;

const breaches = createBreaches();
let closedConnections = 0;
const site = await openLongSite(options);
await runAndClose(site, run);
process.exit();

async function run(): Promise<void> {
  const world = await prepareWorld(site, {
    gameNames: ['World 1'],
    adminsSignedInAt: new Date(Date.now() + options.minutes * 60_000),
  });
  const before = await withDb(async ({ db }) => {
    await seedDueRows(db);
    return countRows(db);
  });
  const server = await site.start();
  const stage: Stage = {
    seed: options.seed,
    world,
    traffic: slowDown(createTraffic([server.address], noteRepeat)),
    records: createRecords(),
    breaches,
    phase: { isOver: false, isCatchingUp: false },
  };
  const game = await startGame(stage, server);
  const streams = openStreams(server.address, stage, createRandom(options.seed));
  const edits = { checked: 0, stale: 0 };
  const oneServer = { replicas: [server], databaseUpAt: () => 0 };
  const actors = [
    ...runVisitors(stage),
    ...runPlayers(stage),
    ...runAdmins(stage),
    ...runEditors(stage, oneServer, edits),
  ];
  const begunAt = new Date();
  const begun = await server.ask('begin');
  // An actor that throws ends the run at once.
  const failing = Promise.all(actors).then(() => sleep(2 ** 30));
  failing.catch(() => {});
  const rests = await Promise.race([measure({ server, stage, streams, begunAt }), failing]);
  const end = await server.ask('now');
  stage.phase.isOver = true;
  await Promise.all(actors);
  await waitForDeliveries(stage);
  streams.close();
  await game.close();
  const code = await server.stop();
  if (code !== 0) breaches.add(`The server ended with ${code}.`);
  const judged = { lagOfRun: end.lagOfRun, embedded: options.embedded };
  if (rests) for (const text of judgeSamples(rests, judged)) breaches.add(text);
  judgeTraffic({ server, streams });
  await judgeDatabase({ stage, before, begunAt });
  if (rests) printRests(rests);
  const { answered } = stage.traffic.figures();
  const cpu = end.cpuSeconds - begun.cpuSeconds;
  printResult(stage, [
    `${options.minutes} minutes on ${options.embedded ? 'the embedded database' : 'PostgreSQL'}: ${answered} requests, ${streams.messages()} live messages, ${closedConnections} idle connections closed while used`,
    `event loop p99 ${end.lagOfRun.toFixed(1)} ms (${end.wallLagOfRun.toFixed(1)} ms with waiting for a processor)`,
    `${cpu.toFixed(0)} s of CPU time`,
    `${edits.checked} pages checked after a change, ${edits.stale} stale`,
  ]);
}

/**
 * A connection that the server closes while it is idle may be used again in the same moment. Every client
 * repeats the request then; any other failure is a breach.
 */
function noteRepeat(reason: string): void {
  if (/other side closed|ECONNRESET/.test(reason)) closedConnections += 1;
  else breaches.add(`A request failed: ${reason}`);
}

/** Waits before every action: the actors of the storm act as fast as they can. */
function slowDown(traffic: Traffic): Traffic {
  const random = createRandom(options.seed);
  return {
    ...traffic,
    async passGate() {
      await sleep(pauseMs * (0.5 + random()));
      await traffic.passGate();
    },
  };
}

function startGame({ world }: Stage, { address }: LongServer) {
  const heroes = Array.from({ length: 60 }, (_, at) => `hero ${at}`);
  return startSimulator({
    url: address,
    token: world.games[0]?.token ?? '',
    dataDir: join(site.folder, 'game'),
    players: [...world.players.map(({ name }) => name), ...heroes],
    roundSeconds: 10,
    timeScale: 60,
  });
}

type Measuring = { server: LongServer; stage: Stage; streams: Streams; begunAt: Date };

/** Measures until the time is over, and tells how it goes. */
async function measure({ server, stage, streams, begunAt }: Measuring): Promise<Rest[]> {
  const rests: Rest[] = [];
  const minutesSince = () => (Date.now() - begunAt.getTime()) / 60_000;
  const waitUntil = (minute: number) => sleep(Math.max(0, (minute - minutesSince()) * 60_000));
  let isResting = false;
  let lastCpu = 0;
  const progress = setInterval(() => {
    if (!isResting) void report();
  }, progressMs);

  async function report(): Promise<void> {
    const { rss, files, lag, cpuSeconds } = await server.ask('now');
    const { answered } = stage.traffic.figures();
    const cpu = ((cpuSeconds - lastCpu) / (progressMs / 1000)) * 100;
    lastCpu = cpuSeconds;
    console.log(
      `  ${minutesSince().toFixed(1)} min: ${answered} requests, ${stage.records.purchases.size} purchases, ${streams.messages()} live messages; rss ${megabytes(rss)} MB, ${files} files, event loop p99 ${lag.toFixed(1)} ms, CPU ${cpu.toFixed(0)}%; ${breaches.list().length} breaches`,
    );
  }

  try {
    for (let n = 1; n <= restCount; n += 1) {
      await waitUntil((options.minutes * n) / restCount);
      isResting = true;
      const minute = minutesSince();
      rests.push({ minute, readings: await measureAtRest(server, stage.traffic) });
      isResting = false;
    }
  } finally {
    clearInterval(progress);
  }
  return rests;
}

async function waitForDeliveries(stage: Stage): Promise<void> {
  const send = stage.traffic.beginAction(createRandom(options.seed));
  const { cookie } = stage.world.admins.shop;
  const deadline = Date.now() + longestDeliveryMs;
  for (;;) {
    await resendFailed(stage, { send });
    const lists = await Promise.all(
      ['queued', 'claimed', 'attention'].map(async (state) => {
        const { text } = await send({ path: `/api/admin/purchases?delivery=${state}`, cookie });
        return (JSON.parse(text) as { purchases: unknown[] }).purchases;
      }),
    );
    const open = lists.flat().length;
    if (open === 0) return;
    if (Date.now() > deadline) return breaches.add(`${open} purchases were not delivered.`);
    await sleep(1_000);
  }
}

type Judged = { server: LongServer; streams: Streams };

function judgeTraffic({ server, streams }: Judged): void {
  if (streams.failures() > 0) breaches.add(`${streams.failures()} live streams were refused.`);
  if (streams.messages() === 0) breaches.add('The live streams got no messages.');
  for (const line of server.errors) breaches.add(`The server logged ${line}`);
}

/** On the stopped site: only one process can open the embedded database. */
async function judgeDatabase({
  stage: { records, world },
  before,
  begunAt,
}: {
  stage: Stage;
  before: Sizes;
  begunAt: Date;
}): Promise<void> {
  await withDb(async (deps) => {
    const { db } = deps;
    const growths = compareSizes(before, await countRows(db));
    console.log('\n  rows                       before    after');
    for (const { table, before: first, after, rule } of growths) {
      console.log(
        `  ${table.padEnd(24)}${String(first).padStart(9)}${String(after).padStart(9)}  ${rule}`,
      );
    }
    const wrongRanks = [...(await findMiscounts(db)), ...(await findMisplaced(db))].length;
    const found = [
      ...growths
        .filter(({ rule }) => rule === 'unknown')
        .map(({ table }) => `${table} grows and is listed neither as pruned nor as kept`),
      ...(await findDueRows(db)),
      ...(await findStuckJobs(deps, begunAt)),
      ...(await findLedgerBreaches(deps)),
      ...(await judgeMoney({ db, records, world })),
      ...(await judgeVotesAndAttendance({ db, records })),
      ...(wrongRanks > 0 ? [`${wrongRanks} ranks are wrong`] : []),
    ];
    for (const text of found) breaches.add(text);
  });
}

async function withDb<T>(
  work: (deps: Awaited<ReturnType<typeof openDeps>>) => Promise<T>,
): Promise<T> {
  const deps = await openDeps(site.config);
  try {
    return await work(deps);
  } finally {
    await deps.close();
  }
}

function printResult({ records }: Stage, parts: string[]): void {
  const votes = [...records.polls.values()].reduce((sum, { voted }) => sum + voted.size, 0);
  const found = breaches.list();
  const done = `${records.paid.size} top-ups, ${records.purchases.size} purchases, ${records.refunds.size} refunds, ${votes} votes`;
  console.log(`\n${[...parts, done, `${found.length} breaches`].join('; ')}.`);
  for (const text of found) console.error(`  ${text}`);
  if (found.length > 0) process.exitCode = 1;
}
