import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Database } from '#server/db/database.ts';

import { createLive } from './live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The messages that a subscriber of one replica gets. Its database has no other replica. */
async function openLive(gatherMs: number) {
  const database = { listen: async () => async () => {} } as unknown as Database;
  const live = await createLive(database, { gatherMs });
  const received: unknown[] = [];
  live.subscribe({ onMessage: ({ data }) => void received.push(data?.['n']), onResync() {} });
  const send = (n: number, mayWait: boolean) =>
    live.prepare({ topic: 'events', data: { n }, ...(mayWait && { mayWait }) }).deliver();
  return { received, send };
}

test('of messages that may wait, the first is delivered at once and the others as one', async () => {
  const { received, send } = await openLive(2_000);
  for (const n of [1, 2, 3]) send(n, true);
  expect(received).toEqual([1]);
  vi.advanceTimersByTime(2_000);
  expect(received).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  expect(received).toHaveLength(2);
  send(4, true);
  expect(received).toHaveLength(3);
});

test('messages that may not wait are delivered at once', async () => {
  const { received, send } = await openLive(2_000);
  for (const n of [1, 2, 3]) send(n, false);
  expect(received).toEqual([1, 2, 3]);
});
