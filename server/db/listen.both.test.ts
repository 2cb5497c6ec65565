import { AsyncResource } from 'node:async_hooks';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

import type { Db } from './schema.ts';
import { transaction } from './transaction.ts';

const outside = new AsyncResource('outside of every transaction');

describe('listen', () => {
  const onWarning = vi.fn<(message: string, error?: unknown) => void>();
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase({ onWarning });
  });
  afterAll(() => database.close());

  test('delivers the notifications of a transaction in order, when it commits', async () => {
    const got: string[] = [];
    const stop = await database.listen('orders', (payload) => got.push(payload));
    await transaction(database.db, async (trx) => {
      await notify(trx, 'orders', 'first');
      await notify(trx, 'orders', 'second');
      expect(got).toEqual([]);
    });
    await expect.poll(() => got).toEqual(['first', 'second']);
    await stop();
  });

  test('delivers nothing from a transaction that is rolled back', async () => {
    const got: string[] = [];
    const stop = await database.listen('orders', (payload) => got.push(payload));
    const work = transaction(database.db, async (trx) => {
      await notify(trx, 'orders', 'undone');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    await notify(database.db, 'orders', 'marker');
    await expect.poll(() => got).toEqual(['marker']);
    await stop();
  });

  test('keeps channels apart, whatever their names', async () => {
    const got: string[] = [];
    const stops = [
      await database.listen('Odd "name"; --', (payload) => got.push(`odd ${payload}`)),
      await database.listen('plain', (payload) => got.push(`plain ${payload}`)),
    ];
    await notify(database.db, 'Odd "name"; --', '1');
    await notify(database.db, 'odd "name"; --', '2');
    await notify(database.db, 'plain', '3');
    await expect.poll(() => got).toEqual(['odd 1', 'plain 3']);
    await Promise.all(stops.map((stop) => stop()));
  });

  test('serves several subscribers of a channel until each has stopped', async () => {
    const got: string[] = [];
    const stopA = await database.listen('shared', (payload) => got.push(`a ${payload}`));
    const stopB = await database.listen('shared', (payload) => got.push(`b ${payload}`));
    await notify(database.db, 'shared', '1');
    await expect.poll(() => got).toEqual(['a 1', 'b 1']);
    await stopA();
    await notify(database.db, 'shared', '2');
    await expect.poll(() => got).toEqual(['a 1', 'b 1', 'b 2']);
    await stopB();
  });

  test('a failing subscriber is reported, and the others still get the message', async () => {
    const got: string[] = [];
    const failure = new Error('subscriber broke');
    const stops = [
      await database.listen('shared', () => {
        throw failure;
      }),
      await database.listen('shared', (payload) => got.push(payload)),
    ];
    await notify(database.db, 'shared', 'heard');
    await expect.poll(() => got).toEqual(['heard']);
    expect(onWarning).toHaveBeenCalledWith(expect.any(String), failure);
    await Promise.all(stops.map((stop) => stop()));
  });

  test('is not undone by a rollback that happens at the same time', async () => {
    const got: string[] = [];
    let listening: Promise<() => Promise<void>> | undefined;
    const work = transaction(database.db, async (trx) => {
      await sql`select 1`.execute(trx);
      listening = outsideOfTransaction(() => database.listen('late', (p) => got.push(p)));
      await sql`select 1`.execute(trx);
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    const stop = await listening;
    await notify(database.db, 'late', 'heard');
    await expect.poll(() => got).toEqual(['heard']);
    await stop?.();
  });
});

async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

/** Runs `work` like another request would, outside the current transaction. */
function outsideOfTransaction<T>(work: () => Promise<T>): Promise<T> {
  return outside.runInAsyncScope(work);
}
