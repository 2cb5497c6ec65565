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

test('messages of one topic do not hold back those of another', async () => {
  const database = { listen: async () => async () => {} } as unknown as Database;
  const live = await createLive(database, { gatherMs: 2_000 });
  const topics: string[] = [];
  live.subscribe({ onMessage: ({ topic }) => void topics.push(topic), onResync() {} });
  for (const topic of ['hiscores', 'events', 'hiscores', 'events'] as const) {
    live.prepare({ topic, mayWait: true }).deliver();
  }
  expect(topics).toEqual(['hiscores', 'events']);
  vi.advanceTimersByTime(2_000);
  expect(topics).toEqual(['hiscores', 'events', 'hiscores', 'events']);
});

test('without a time to gather, messages that may wait are delivered at once too', async () => {
  const { received, send } = await openLive(0);
  for (const n of [1, 2, 3]) send(n, true);
  expect(received).toEqual([1, 2, 3]);
});

test('the position counts the messages of this run, and only subscribers get them', async () => {
  const database = { listen: async () => async () => {} } as unknown as Database;
  const [live, other] = [await createLive(database), await createLive(database)];
  const numbers: number[] = [];
  const unsubscribe = live.subscribe({
    onMessage: (_message, number) => void numbers.push(number),
    onResync() {},
  });
  const [run] = live.position().split('-');
  expect(live.position()).toBe(`${run}-0`);
  expect(other.position()).not.toBe(live.position());
  const send = () => live.prepare({ topic: 'news' }).deliver();
  send();
  send();
  unsubscribe();
  send();
  expect(numbers).toEqual([1, 2]);
  expect(live.position()).toBe(`${run}-3`);
});

test('a replica gets the messages of others, not its own again, and a lost connection resyncs it', async () => {
  let receive = (_payload: string): void => {};
  let reconnect = (): void => {};
  const database = {
    async listen(_channel: string, onPayload: typeof receive, onReconnect: typeof reconnect) {
      receive = onPayload;
      reconnect = onReconnect;
      return async () => {};
    },
  } as unknown as Database;
  const live = await createLive(database);
  const received: unknown[] = [];
  live.subscribe({
    onMessage: (message) => void received.push(message),
    onResync: () => void received.push('resync'),
  });
  const message = { topic: 'me', accountId: 7, data: { n: 1 } } as const;
  receive(live.prepare(message).payload);
  expect(received).toEqual([]);
  const other = await createLive({ listen: async () => async () => {} } as unknown as Database);
  receive(other.prepare(message).payload);
  reconnect();
  expect(received).toEqual([message, 'resync']);
});
