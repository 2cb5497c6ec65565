import { expect, onTestFinished, test, vi } from 'vitest';

import type { Database } from '#server/db/database.ts';

import { createCommandNotifier, maxWaitersPerServer } from './command-notifier.service.ts';

/** `notify` and `reconnect` are what the database does. */
async function openNotifier() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let notify = (_payload: string): void => {};
  let reconnect = (): void => {};
  let isListening = true;
  const database = {
    async listen(_channel: string, onPayload: typeof notify, onReconnect: typeof reconnect) {
      notify = onPayload;
      reconnect = onReconnect;
      return async () => void (isListening = false);
    },
  } as unknown as Database;
  const notifier = await createCommandNotifier({ database });
  const results: string[] = [];
  const wait = (
    name: string,
    serverId: number,
    more: { version?: number; signal?: AbortSignal } = {},
  ) => {
    const signal = more.signal ?? new AbortController().signal;
    const version = more.version ?? notifier.version(serverId);
    const waiting = notifier.wait(serverId, { version, milliseconds: 25_000, signal });
    void waiting.then((isNotified) => results.push(`${name} ${isNotified}`));
  };
  /** The waits that have ended since the last call. */
  const take = async () => {
    await vi.advanceTimersByTimeAsync(0);
    return results.splice(0).toSorted();
  };
  return {
    notifier,
    wait,
    take,
    notify: (serverId: number) => notify(String(serverId)),
    reconnect: () => reconnect(),
    isListening: () => isListening,
  };
}

test('a command wakes the polls of its server, also one that read before it and waits after it', async () => {
  const { notifier, wait, take, notify } = await openNotifier();
  const version = notifier.version(1);
  wait('one', 1);
  wait('same', 1);
  wait('other', 2);
  notify(1);
  expect(await take()).toEqual(['one true', 'same true']);
  wait('late', 1, { version });
  wait('next', 1);
  expect(await take()).toEqual(['late true']);
});

test('after a lost connection every poll looks again, since a command may have been missed', async () => {
  const { notifier, wait, take, reconnect } = await openNotifier();
  const version = notifier.version(3);
  wait('one', 1);
  wait('two', 2);
  reconnect();
  expect(await take()).toEqual(['one true', 'two true']);
  wait('reading', 3, { version });
  expect(await take()).toEqual(['reading true']);
});

test('a poll ends with its time, with its caller, or as the oldest of too many', async () => {
  const { wait, take } = await openNotifier();
  const [gone, leaving] = [new AbortController(), new AbortController()];
  gone.abort();
  wait('gone', 1, { signal: gone.signal });
  wait('leaving', 1, { signal: leaving.signal });
  expect(await take()).toEqual(['gone false']);
  leaving.abort();
  expect(await take()).toEqual(['leaving false']);
  wait('of another server', 2);
  for (let n = 1; n <= maxWaitersPerServer + 1; n += 1) wait(`poll ${n}`, 1);
  expect(await take()).toEqual(['poll 1 false']);
  await vi.advanceTimersByTimeAsync(24_999);
  expect(await take()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await take()).toHaveLength(maxWaitersPerServer + 1);
  expect(vi.getTimerCount()).toBe(0);
});

test('closing ends all polls, and no other one waits', async () => {
  const { notifier, wait, take, isListening } = await openNotifier();
  wait('one', 1);
  await notifier.close();
  wait('late', 1);
  expect(await take()).toEqual(['late false', 'one false']);
  expect(isListening()).toBe(false);
});
