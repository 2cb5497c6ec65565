import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { paymentSettings } from '#server/features/payments/payments.settings.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';

import type { Live } from './live.ts';
import { deleteStoredValue, findStoredValue, storeFirstValue, storeValue } from './settings.db.ts';
import { defineSetting, getSetting, setSetting } from './settings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Subscriber = Parameters<Live['subscribe']>[0];

/** Live messages arrive only when the test calls `publishChange`. */
function openDeps() {
  const subscribers = new Set<Subscriber>();
  const live: Live = {
    publish: async () => undefined,
    close: async () => undefined,
    prepare() {
      throw new Error('Not in use here.');
    },
    position: () => '0-0',
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
  };
  const publishChange = () => subscribers.forEach((one) => one.onMessage({ topic: 'site' }, 1));
  return { deps: { db: database.db, live }, publishChange };
}

test('a value is cached until a change is published', async () => {
  const { deps, publishChange } = openDeps();
  const setting = paymentSettings.dailyCents;
  await setSetting(deps, setting, { value: 1, by: null });
  expect(await getSetting(deps, setting)).toBe(1);
  await setSetting(deps, setting, { value: 2, by: null });
  expect(await getSetting(deps, setting)).toBe(1);
  publishChange();
  expect(await getSetting(deps, setting)).toBe(2);
});

test('a stored value that the setting does not allow counts as the initial one, and others stay', async () => {
  const setting = defineSetting('test.colour', z.enum(['red', 'blue']), 'red');
  const other = defineSetting('test.other', z.enum(['red', 'blue']), 'red');
  const read = (one: typeof setting) => getSetting(openDeps().deps, one);
  expect(await read(setting)).toBe('red');
  await setSetting(openDeps().deps, setting, { value: 'blue', by: null });
  expect([await read(setting), await read(other)]).toEqual(['blue', 'red']);
  await storeValue(database.db, setting.key, 'green');
  expect(await read(setting)).toBe('red');
});

test('a value that the site keeps is replaced, kept if it was first, or deleted', async () => {
  const { db } = database;
  const values = async () => [
    await findStoredValue(db, 'test.first'),
    await findStoredValue(db, 'test.second'),
  ];
  await storeFirstValue(db, 'test.first', { n: 1 });
  await storeFirstValue(db, 'test.first', { n: 2 });
  await storeValue(db, 'test.second', [3]);
  expect(await values()).toEqual([{ n: 1 }, [3]]);
  await storeValue(db, 'test.first', null);
  await deleteStoredValue(db, 'test.second');
  expect(await values()).toEqual([null, undefined]);
});

test('a value read before a change is published is not cached', async () => {
  const { deps, publishChange } = openDeps();
  const setting = paymentSettings.monthlyCents;
  await setSetting(deps, setting, { value: 1, by: null });
  const reading = getSetting(deps, setting);
  // The query has been sent but cannot have been answered yet.
  publishChange();
  expect(await reading).toBe(1);
  await setSetting(deps, setting, { value: 2, by: null });
  expect(await getSetting(deps, setting)).toBe(2);
});

test('a value changed in SQL, which publishes nothing, is noticed after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { deps } = openDeps();
  const setting = paymentSettings.openCheckoutsPerHour;
  await setSetting(deps, setting, { value: 1, by: null });
  expect(await getSetting(deps, setting)).toBe(1);
  await deps.db
    .updateTable('settings')
    .set({ value: '2' })
    .where('key', '=', setting.key)
    .execute();
  vi.advanceTimersByTime(9_000);
  expect(await getSetting(deps, setting)).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect(await getSetting(deps, setting)).toBe(2);
});
