import { setTimeout as sleep } from 'node:timers/promises';

import { createDatabase, urlOf, withClient } from '#server/testing/postgres-server.ts';
import { startOwnPostgres, startStandby } from '#tooling/find-postgres.ts';
import type { Standby } from '#tooling/find-postgres.ts';

import { startForwarder } from './forwarder.ts';

// A primary and the one address that the site knows. follow() adds a streaming standby over a slow line.

export type Case = {
  name: string;
  /** Whether a commit waits until the standby has it on its disk. */
  isSynchronous: boolean;
  /** Whether the primary's machine disappears instead of closing its connections. */
  isSilent: boolean;
};

export type Pair = {
  /** The site's address of the database. */
  url: string;
  follow(): Promise<void>;
  /** Ends the primary, promotes the standby after `noticeMs`, and moves the address. */
  failOver(noticeMs: number): Promise<{ failedAt: number; promotedMs: number; movedAt: number }>;
  close(): Promise<void>;
};

const databaseName = 'wynhold';
/** One way, as between two regions. Between two zones of one region it is about 1 ms. */
const lineMs = 25;

export async function openPair({ isSynchronous, isSilent }: Case): Promise<Pair> {
  const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
  const primary = await startOwnPostgres(durable);
  await createDatabase(primary.url, databaseName);
  const address = await startForwarder({ to: primary.port });
  const line = await startForwarder({ to: primary.port, delayMs: lineMs });
  let standby: Standby | undefined;
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}/${databaseName}`,
    async follow() {
      standby = await startStandby(line.port, durable);
      if (isSynchronous) {
        await withClient(primary.url, async (client) => {
          await client.query(`alter system set synchronous_standby_names = '*'`);
          await client.query('select pg_reload_conf()');
        });
      }
      await waitUntilFollowed(primary.url, isSynchronous ? 'sync' : 'async');
    },
    async failOver(noticeMs) {
      if (!standby) throw new Error('There is no standby.');
      const failedAt = Date.now();
      if (isSilent) address.silence();
      // Data still on its way to the standby is lost with the primary.
      line.silence();
      await primary.kill();
      await sleep(noticeMs);
      const begun = Date.now();
      await standby.promote();
      const promotedMs = Date.now() - begun;
      address.moveTo(standby.port);
      return { failedAt, promotedMs, movedAt: Date.now() };
    },
    async close() {
      await Promise.all([primary.stop(), standby?.stop()]);
      address.close();
      line.close();
    },
  };
}

async function waitUntilFollowed(url: string, state: string): Promise<void> {
  const query = 'select 1 from pg_stat_replication where sync_state = $1 and state = $2';
  await withClient(urlOf(url, databaseName), async (client) => {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const { rowCount } = await client.query(query, [state, 'streaming']);
      if (rowCount) return;
      await sleep(100);
    }
    throw new Error('The standby does not follow.');
  });
}
