import { setTimeout as sleep } from 'node:timers/promises';

import { withClient } from '#server/testing/postgres-server.ts';
import { createRandom, pick } from '#server/testing/random.ts';

import type { Stage } from './actor.ts';
import type { Options } from './options.ts';
import { putBack } from './records.ts';
import type { Records } from './records.ts';
import type { Site } from './site.ts';

// Kills replicas and the database until the goals are reached. On the way the database is copied once,
// and the copy is put back later.

export type StormFigures = { replicaKills: number; databaseCrashes: number; restores: number };

/** Ids that were handed out and then forgotten by the restore: they must not be used again. */
export type Forgotten = { deliveryIds: Set<string>; commandIds: Set<number> };

export type Storm = {
  figures: StormFigures;
  forgotten: Forgotten;
  /** False when the longest time was over before the goals were reached. */
  run(): Promise<boolean>;
};

const longestMs = 20 * 60_000;
/** By how much of the run is done. */
const dumpAt = 0.35;
const restoreAt = 0.6;
const databaseShare = 0.12;

export function createStorm(stage: Stage, site: Site, options: Options): Storm {
  const random = createRandom(options.seed);
  const figures: StormFigures = { replicaKills: 0, databaseCrashes: 0, restores: 0 };
  const forgotten: Forgotten = { deliveryIds: new Set(), commandIds: new Set() };
  let copy: Records | undefined;

  function progress(begun: number): number {
    return Math.min(...Object.values(progressByGoal(begun)));
  }

  function progressByGoal(
    begun: number,
  ): Partial<Record<'seconds' | 'requests' | 'kills', number>> {
    const { seconds, requests, kills } = options;
    const killed = figures.replicaKills + figures.databaseCrashes;
    return {
      ...(seconds !== undefined && { seconds: (Date.now() - begun) / 1000 / seconds }),
      ...(requests !== undefined && { requests: stage.traffic.figures().answered / requests }),
      ...(kills !== undefined && { kills: killed / kills }),
    };
  }

  /** Spreads the kills over the run, also on a slow machine. */
  function isAhead(begun: number): boolean {
    const { kills = 0, ...others } = progressByGoal(begun);
    return kills > Math.min(1, ...Object.values(others)) + 0.02;
  }

  async function killOne(): Promise<void> {
    if (random() < databaseShare) {
      await site.crashDatabase();
      figures.databaseCrashes += 1;
      return;
    }
    const replica = pick(random, site.replicas);
    replica.kill();
    figures.replicaKills += 1;
    // Most are back before the next kill; some are killed while they start, or both at once.
    if (random() < 0.8) await replica.waitUntilReady();
  }

  async function withReplicasStopped(work: () => Promise<void>): Promise<void> {
    await Promise.all(site.replicas.map((replica) => replica.stop()));
    await work();
    for (const replica of site.replicas) replica.start();
    await Promise.all(site.replicas.map((replica) => replica.waitUntilReady()));
    stage.traffic.openGate();
  }

  /** Every request that was sent has been answered, so the copy and the records agree. */
  async function dump(): Promise<void> {
    stage.phase.isCatchingUp = true;
    stage.traffic.closeGate();
    await stage.traffic.waitUntilIdle();
    await withReplicasStopped(async () => {
      await site.dump();
      copy = structuredClone(stage.records);
    });
    console.log(`  copied the database: ${stage.records.purchases.size} purchases`);
  }

  async function restore(records: Records): Promise<void> {
    stage.traffic.closeGate();
    stage.traffic.abandonActions();
    let newest = 0;
    await withReplicasStopped(async () => {
      await stage.traffic.waitUntilIdle();
      const before = await readIds(site.databaseUrl);
      await site.restore();
      const after = await readIds(site.databaseUrl);
      forgotten.deliveryIds = without(before.deliveryIds, after.deliveryIds);
      forgotten.commandIds = without(before.commandIds, after.commandIds);
      newest = await readNewestPurchase(site.databaseUrl);
      putBack(stage.records, records);
    });
    figures.restores += 1;
    console.log(
      `  restored the copy: ${forgotten.deliveryIds.size} purchases and ${forgotten.commandIds.size} commands forgotten`,
    );
    void waitUntilCaughtUp(newest);
  }

  async function waitUntilCaughtUp(newest: number): Promise<void> {
    while (stage.phase.isCatchingUp && !stage.phase.isOver) {
      await sleep(1000);
      // The database may be away.
      const open = await countOpen(site.databaseUrl, newest).catch(() => 1);
      if (open === 0) stage.phase.isCatchingUp = false;
    }
  }

  return {
    figures,
    forgotten,
    async run() {
      const begun = Date.now();
      for (;;) {
        const done = progress(begun);
        if (copy === undefined && done >= dumpAt) await dump();
        else if (copy && figures.restores === 0 && done >= restoreAt) await restore(copy);
        else if (done >= 1) return true;
        if (Date.now() - begun > longestMs) return false;
        await sleep(300 + random() ** 2 * 4000);
        if (progress(begun) < 1 && !isAhead(begun)) await killOne();
      }
    },
  };
}

function without<T>(values: Set<T>, others: Set<T>): Set<T> {
  return new Set([...values].filter((value) => !others.has(value)));
}

async function readIds(url: string): Promise<Forgotten> {
  return withClient(url, async (client) => {
    const deliveries = await client.query<{ id: string }>(
      'select delivery_id as id from purchases',
    );
    const commands = await client.query<{ id: string }>('select id from game_commands');
    return {
      deliveryIds: new Set(deliveries.rows.map(({ id }) => id)),
      commandIds: new Set(commands.rows.map(({ id }) => Number(id))),
    };
  });
}

async function readNewestPurchase(url: string): Promise<number> {
  const query = 'select coalesce(max(id), 0) as id from purchases';
  const { rows } = await withClient(url, (client) => client.query<{ id: string }>(query));
  return Number(rows[0]?.id ?? 0);
}

async function countOpen(url: string, newest: number): Promise<number> {
  const query = `select count(*) as n from purchases
    where id <= $1 and state in ('queued', 'claimed', 'attention')`;
  const { rows } = await withClient(url, (client) => client.query<{ n: string }>(query, [newest]));
  return Number(rows[0]?.n ?? 0);
}
