import { setTimeout as sleep } from 'node:timers/promises';

import { openDeps } from '#server/open-deps.ts';

import { findLedgerBreaches } from '../soak-site.ts';
import type { Stage } from './actor.ts';
import { runAdmins } from './admins.ts';
import { runEditors } from './editors.ts';
import type { EditFigures } from './editors.ts';
import { runGames } from './games.ts';
import type { Games } from './games.ts';
import { judgeCommunity } from './judge-community.ts';
import { judgeDeliveries } from './judge-deliveries.ts';
import { judgeMoney } from './judge-money.ts';
import { findStalePages, findStuckJobs } from './judge-running.ts';
import { readOptions } from './options.ts';
import { runVisitor } from './pages.ts';
import { runPlayers } from './players.ts';
import { prepareWorld } from './prepare.ts';
import { createBreaches, createRecords } from './records.ts';
import { runAndClose } from './run-and-close.ts';
import { settle } from './settle.ts';
import { openSite } from './site.ts';
import type { Replica, Site } from './site.ts';
import { createStorm } from './storm.ts';
import type { Storm } from './storm.ts';
import { createTraffic } from './traffic.ts';

// npm run soak -- replicas [--seconds 60] [--requests N] [--kills N] [--seed N]: two replicas of the built server
// on PostgreSQL, used by players, admins and two games over HTTP. Replicas and the database are killed
// at random, and an older copy of the database is put back once. In the end all sums must agree with
// what was answered, no job may be stuck and no cache be stale.

const options = readOptions(process.argv.slice(2));
console.log(`seed ${options.seed}`);
const breaches = createBreaches();
const site = await openSite((text) => breaches.add(text));
await runAndClose(site, run);
process.exit();

async function run(): Promise<void> {
  const begun = Date.now();
  const world = await prepareWorld(site);
  for (const replica of site.replicas) replica.start();
  await Promise.all(site.replicas.map((replica) => replica.waitUntilReady()));
  const stage: Stage = {
    seed: options.seed,
    world,
    traffic: createTraffic(site.replicas.map(({ address }) => address)),
    records: createRecords(),
    breaches,
    phase: { isOver: false, isCatchingUp: false },
  };
  const edits: EditFigures = { checked: 0, stale: 0 };
  const storm = createStorm(stage, site, options);
  const games = runGames(stage);
  const actors = [
    runVisitor(stage),
    ...runPlayers(stage),
    ...runAdmins(stage),
    ...runEditors(stage, site, edits),
  ];
  const progress = setInterval(() => report(stage, storm, begun), 10_000);
  try {
    // An actor that throws ends the run at once.
    const failing = Promise.all([...actors, ...games.running]).then(() => sleep(2 ** 30));
    const storming = storm.run().then(async (hasReached) => {
      if (!hasReached) breaches.add('The goals were not reached in the longest time.');
      stage.phase.isOver = true;
      await Promise.all(actors);
      const { left, fresh, quietSince } = await settle(stage, site);
      for (const text of left) breaches.add(`After the end: ${text}`);
      games.stop();
      await Promise.all(games.running);
      await judge({ site, stage, storm, games, fresh, quietSince });
    });
    // The one that comes second fails because the site is closed by then.
    storming.catch(() => {});
    failing.catch(() => {});
    await Promise.race([storming, failing]);
  } finally {
    clearInterval(progress);
  }
  printResult({ stage, storm, edits, begun });
}

function report({ traffic, records }: Stage, { figures }: Storm, begun: number): void {
  const { answered, repeated } = traffic.figures();
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.log(
    `  ${seconds} s: ${answered} requests answered, ${repeated} repeated, ${figures.replicaKills} kills, ${figures.databaseCrashes} crashes of the database; ${records.paid.size} paid, ${records.purchases.size} bought, ${records.acknowledged.size} delivered; ${breaches.list().length} breaches`,
  );
}

async function judge({
  site: { config, replicas },
  stage,
  storm,
  games,
  fresh,
  quietSince,
}: {
  site: Site;
  stage: Stage;
  storm: Storm;
  games: Games;
  fresh: Replica;
  quietSince: Date;
}): Promise<void> {
  const { records, world } = stage;
  const deps = await openDeps(config);
  try {
    const { db } = deps;
    const { forgotten } = storm;
    const found = [
      ...(await findStalePages({ replicas, fresh }, stage)),
      ...(await findStuckJobs(deps, quietSince)),
      ...(await findLedgerBreaches(deps)),
      ...(await judgeMoney({ db, records, world })),
      ...(await judgeDeliveries({ db, records, world, games: games.all, forgotten })),
      ...(await judgeCommunity({ db, records })),
    ];
    for (const text of found) breaches.add(text);
  } finally {
    await deps.close();
  }
}

function printResult({
  stage,
  storm,
  edits,
  begun,
}: {
  stage: Stage;
  storm: Storm;
  edits: EditFigures;
  begun: number;
}): void {
  const { records, traffic } = stage;
  const { answered, repeated } = traffic.figures();
  const { replicaKills, databaseCrashes, restores } = storm.figures;
  const votes = [...records.polls.values()].reduce((sum, { voted }) => sum + voted.size, 0);
  const found = breaches.list();
  const seconds = Math.round((Date.now() - begun) / 1000);
  const parts = [
    `seed ${options.seed}: ${answered} requests answered, ${repeated} repeated`,
    `${replicaKills + databaseCrashes} kills (${databaseCrashes} of the database), ${restores} restore, ${seconds} s`,
    `${records.paid.size} top-ups, ${records.purchases.size} purchases, ${records.acknowledged.size} deliveries, ${records.refunds.size} refunds, ${votes} votes, ${records.hiscores.size} ranked players, ${records.commandResults.size} commands`,
    `${edits.checked} pages checked after a change, ${edits.stale} stale`,
    `${found.length} breaches`,
  ];
  console.log(`${parts.join('; ')}.`);
  for (const text of found) console.error(`  ${text}`);
  if (found.length > 0) process.exitCode = 1;
}
