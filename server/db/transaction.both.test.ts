import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

import type { Db } from './schema.ts';
import { afterCommit, transaction } from './transaction.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());
beforeEach(async () => {
  await db.deleteFrom('settings').execute();
});

describe('transaction', () => {
  test('commits the work and returns its result', async () => {
    expect(await transaction(db, (trx) => put(trx, 'a'))).toBe('a');
    expect(await keys()).toEqual(['a']);
  });

  test('commits nothing if the work fails', async () => {
    const work = transaction(db, async (trx) => {
      await put(trx, 'a');
      throw new Error('work failed');
    });
    await expect(work).rejects.toThrow('work failed');
    expect(await keys()).toEqual([]);
  });

  test.each(['40001', '40P01'])('retries after %s', async (code) => {
    let attempts = 0;
    await transaction(db, async (trx) => {
      attempts += 1;
      await put(trx, `attempt ${attempts}`);
      if (attempts < 3) await fail(trx, code);
    });
    expect(await keys()).toEqual(['attempt 3']);
  });

  test('gives up after twelve attempts', async () => {
    // The pauses between the attempts are random; without them this takes seconds.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    const work = vi.fn((trx: Db) => fail(trx, '40001'));
    await expect(transaction(db, work)).rejects.toMatchObject({ code: '40001' });
    expect(work).toHaveBeenCalledTimes(12);
    random.mockRestore();
  });

  test('does not retry other errors', async () => {
    const work = vi.fn((trx: Db) => fail(trx, '23505'));
    await expect(transaction(db, work)).rejects.toMatchObject({ code: '23505' });
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('joins the transaction it is given', async () => {
    const work = transaction(db, async (outer) => {
      await transaction(outer, (inner) => put(inner, 'inner'));
      throw new Error('outer failed');
    });
    await expect(work).rejects.toThrow('outer failed');
    expect(await keys()).toEqual([]);
  });

  test('fails if a swallowed error has already rolled back the work', async () => {
    const hook = vi.fn<() => void>();
    const work = transaction(db, async (trx) => {
      afterCommit(trx, hook);
      await put(trx, 'a');
      await fail(trx, '23505').catch(() => {});
    });
    await expect(work).rejects.toThrow('The transaction was rolled back');
    expect(hook).not.toHaveBeenCalled();
    expect(await keys()).toEqual([]);
  });

  test('refuses a query of its work that does not use its connection', async () => {
    const work = vi.fn<() => void>();
    const outside = transaction(db, async (trx) => {
      await put(trx, 'a');
      work();
      await keys(db);
    });
    await expect(outside).rejects.toThrow('Inside a transaction use its `trx`');
    const second = transaction(db, async () => transaction(db, async () => work()));
    await expect(second).rejects.toThrow('Inside a transaction use its `trx`');
    expect(work).toHaveBeenCalledOnce();
    expect(await keys()).toEqual([]);
  });

  test('keeps concurrent transactions apart', async () => {
    const work = Array.from({ length: 20 }, (_, i) =>
      transaction(db, async (trx) => {
        await put(trx, `kept ${i}`);
        if (i % 2) throw new Error('odd');
      }),
    );
    await Promise.allSettled(work);
    expect(await keys()).toHaveLength(10);
  });
});

describe('afterCommit', () => {
  test('runs its hooks in order, after the commit is visible to others', async () => {
    const seen: unknown[] = [];
    await transaction(db, async (trx) => {
      afterCommit(trx, async () => seen.push(await keys()));
      afterCommit(trx, () => seen.push('second'));
      await put(trx, 'a');
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual([['a'], 'second']);
  });

  test('runs no hooks after a rollback', async () => {
    const hook = vi.fn<() => void>();
    const work = transaction(db, async (trx) => {
      afterCommit(trx, hook);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(hook).not.toHaveBeenCalled();
  });

  test('runs only the hooks of the successful attempt', async () => {
    const ran: number[] = [];
    let attempts = 0;
    await transaction(db, async (trx) => {
      const attempt = (attempts += 1);
      afterCommit(trx, () => ran.push(attempt));
      if (attempt < 3) await fail(trx, '40001');
    });
    expect(ran).toEqual([3]);
  });

  test('returns the result and runs the next hook if a hook fails', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const next = vi.fn<() => void>();
    const result = await transaction(db, async (trx) => {
      afterCommit(trx, () => Promise.reject(new Error('hook broke')));
      afterCommit(trx, next);
      return 'kept';
    });
    expect(result).toBe('kept');
    expect(next).toHaveBeenCalledOnce();
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('hook broke'));
    warn.mockRestore();
  });

  test('refuses a transaction that transaction() did not open', async () => {
    const work = db.transaction().execute(async (trx) => afterCommit(trx, () => {}));
    await expect(work).rejects.toThrow('afterCommit needs');
  });
});

async function put(on: Db, key: string): Promise<string> {
  await on.insertInto('settings').values({ key, value: '[]' }).execute();
  return key;
}

async function keys(on: Db = db): Promise<string[]> {
  const rows = await on.selectFrom('settings').select('key').orderBy('key').execute();
  return rows.map((row) => row.key);
}

async function fail(on: Db, code: string): Promise<void> {
  await sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(on);
}
