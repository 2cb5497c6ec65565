import { setTimeout as sleep } from 'node:timers/promises';

import { withClient } from '#server/testing/postgres-server.ts';
import { createRandom } from '#server/testing/random.ts';

import type { Stage } from './actor.ts';
import { resendFailed } from './admins.ts';
import type { Replica, Site } from './site.ts';

// After the last kill: everything that is still under way must come to its end by itself.

const longestMs = 180_000;
/** A job whose replica was killed runs again within this time. */
const jobsMs = 30_000;

/** Returns what is still open after three minutes, and a replica with empty caches. */
export async function settle(
  stage: Stage,
  site: Site,
): Promise<{ left: string[]; fresh: Replica; quietSince: Date }> {
  await Promise.all(site.replicas.map((replica) => replica.waitUntilReady()));
  const quietSince = Date.now();
  // The sandbox waits longer after each attempt that a kill cut short: let it try again now. A replica
  // that starts looks for such events.
  await withClient(site.databaseUrl, (client) =>
    client.query(
      'update sandbox_events set next_attempt_at = now() where next_attempt_at is not null',
    ),
  );
  const fresh = await site.addReplica();
  const send = stage.traffic.beginAction(createRandom(stage.seed));
  let left: string[];
  do {
    await resendFailed(stage, { send });
    await sleep(500);
    left = await findOpenWork(site.databaseUrl);
  } while (left.length > 0 && Date.now() - quietSince < longestMs);
  await sleep(Math.max(0, quietSince + jobsMs - Date.now()));
  return { left, fresh, quietSince: new Date(quietSince) };
}

async function findOpenWork(url: string): Promise<string[]> {
  const query = `
    select 'purchases are not delivered' as what, count(*) as n from purchases
      where state in ('queued', 'claimed', 'attention')
    union all select 'commands have no result', count(*) from game_commands
      where state in ('waiting', 'sent')
    union all select 'events of the sandbox are waiting', count(*) from sandbox_events
      where next_attempt_at is not null
    union all select 'refunds are about to fail', count(*) from sandbox_refunds
      where fails_at is not null
    union all select 'orders were refunded and not read again', count(*) from orders
      where losses_due`;
  const { rows } = await withClient(url, (client) =>
    client.query<{ what: string; n: string }>(query),
  );
  return rows.filter(({ n }) => Number(n) > 0).map(({ what, n }) => `${n} ${what}`);
}
