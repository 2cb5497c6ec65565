import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { openEmptyTestDatabase } from '#server/testing/test-database.ts';

import { migrateToLatest } from './migrate.ts';
import { checksums } from './migration-checksums.ts';
import { openDatabase } from './open-database.ts';

test('four replicas that start at once apply each migration exactly once', async () => {
  const database = await openEmptyTestDatabase();
  const { databaseUrl } = database;
  const replicas = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase({ databaseUrl, dataDir: '' })),
  );
  const applied = await Promise.all(replicas.map(migrateToLatest));
  expect(applied.flat().toSorted()).toEqual(Object.keys(checksums).toSorted());
  await Promise.all(replicas.map((replica) => replica.close()));
  await database.close();
});

test('a replica waits for another one’s migration longer than the usual time limits', async () => {
  const database = await openEmptyTestDatabase();
  const { databaseUrl } = database;
  const waitingMs = { connection: 100_000, lock: 1_000, statement: 1_000 };
  const waiting = await openDatabase({ databaseUrl, dataDir: '', waitingMs });
  const findWaiting = async () =>
    (
      await sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'`.execute(database.db)
    ).rows;
  const applied = await database.db.transaction().execute(async (trx) => {
    // The migrator's own lock.
    await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(trx);
    const migrating = migrateToLatest(waiting);
    migrating.catch(() => {});
    await expect.poll(findWaiting).toHaveLength(1);
    await sql`select pg_sleep(2)`.execute(trx);
    return { migrating };
  });
  expect(await applied.migrating).toEqual(Object.keys(checksums));
  await waiting.close();
  await database.close();
});

test('a user that does not own the database gets a one-line error', async () => {
  const database = await openEmptyTestDatabase();
  const user = `guest_${randomUUID().replaceAll('-', '')}`;
  await sql`create role ${sql.id(user)} login`.execute(database.db);
  const url = new URL(database.databaseUrl ?? '');
  url.username = user;
  const guest = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  await expect(migrateToLatest(guest)).rejects.toThrow(
    /^The database user may not create tables\. Make it the owner of the database: /,
  );
  await guest.close();
  await sql`drop role ${sql.id(user)}`.execute(database.db);
  await database.close();
});
