import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';

import { openDatabase } from './open-database.ts';
import type { Db } from './schema.ts';

describe('a lost notification connection', () => {
  test('reconnects, calls onReconnect and delivers again', async () => {
    const database = await openTestDatabase();
    const got: string[] = [];
    const onReconnect = vi.fn<() => void>();
    await database.listen('orders', (payload) => got.push(payload), onReconnect);
    await database.listen('news', (payload) => got.push(payload), onReconnect);
    await notify(database.db, 'orders', 'before');
    await expect.poll(() => got).toEqual(['before']);
    expect(onReconnect).not.toHaveBeenCalled();

    expect(await endOtherSessions(database.db)).toBeGreaterThan(0);
    await expect.poll(() => onReconnect).toHaveBeenCalledTimes(2);
    await notify(database.db, 'orders', 'after');
    await notify(database.db, 'news', 'too');
    await expect.poll(() => got).toEqual(['before', 'after', 'too']);
    await database.close();
  });

  test('accepts a new subscription while it is down', async () => {
    const database = await openTestDatabase();
    await database.listen('orders', () => {});
    const got: string[] = [];
    await endOtherSessions(database.db);
    await database.listen('news', (payload) => got.push(payload));
    await notify(database.db, 'news', 'heard');
    await expect.poll(() => got).toContain('heard');
    await database.close();
  });

  test('does not prevent closing the database', async () => {
    const database = await openTestDatabase();
    await database.listen('orders', () => {});
    await endOtherSessions(database.db);
    await expect(database.close()).resolves.toBeUndefined();
  });
});

test('notifications reach other replicas', async () => {
  const first = await openTestDatabase();
  const second = await openDatabase({ databaseUrl: first.databaseUrl, dataDir: '' });
  const got: string[] = [];
  await second.listen('orders', (payload) => got.push(payload));
  await notify(first.db, 'orders', 'hello');
  await expect.poll(() => got).toEqual(['hello']);
  await second.close();
  await first.close();
});

async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

async function endOtherSessions(db: Db): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
  return rows.length;
}
