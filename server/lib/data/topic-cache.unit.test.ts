import { expect, test } from 'vitest';

import type { LiveTopic } from '#shared/pages.ts';

import type { Live } from './live.ts';
import { createTopicCache } from './topic-cache.ts';

type Subscriber = Parameters<Live['subscribe']>[0];

function openCache(maxEntries = 10, maxAge?: number) {
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
  const change = (topic: LiveTopic) => subscribers.forEach((one) => one.onMessage({ topic }, 1));
  const resync = () => subscribers.forEach((one) => one.onResync());
  return { cache: createTopicCache<string>(live, maxEntries, maxAge), change, resync, subscribers };
}

/** Returns a function whose result counts its calls. */
function maker() {
  let made = 0;
  return async () => `made ${(made += 1)}`;
}

test('a value is made once until one of its topics changes', async () => {
  const { cache, change, resync } = openCache();
  const make = maker();
  const get = () => cache.get('key', ['news', 'polls'], make);
  expect(await Promise.all([get(), get()])).toEqual(['made 1', 'made 1']);
  change('events');
  expect(await get()).toBe('made 1');
  change('polls');
  expect(await get()).toBe('made 2');
  resync();
  expect(await get()).toBe('made 3');
});

test('a value begun before a change is not returned after it', async () => {
  const { cache, change } = openCache();
  let finish = (_text: string): void => undefined;
  const slow = cache.get('key', ['news'], () => new Promise((resolve) => (finish = resolve)));
  change('news');
  const fresh = cache.get('key', ['news'], async () => 'new');
  finish('old');
  expect([await slow, await fresh]).toEqual(['old', 'new']);
  expect(await cache.get('key', ['news'], maker())).toBe('new');
});

test('a failure is not cached', async () => {
  const { cache } = openCache();
  const fail = () => Promise.reject(new Error('no'));
  await expect(cache.get('key', ['news'], fail)).rejects.toThrow('no');
  expect(await cache.get('key', ['news'], maker())).toBe('made 1');
});

test('the cache holds at most maxEntries and unsubscribes on close', async () => {
  const { cache, subscribers } = openCache(2);
  const make = maker();
  for (const key of ['a', 'b', 'c']) await cache.get(key, ['news'], make);
  expect(await cache.get('c', ['news'], make)).toBe('made 3');
  expect(await cache.get('a', ['news'], make)).toBe('made 4');
  cache.close();
  expect(subscribers.size).toBe(0);
});

test('a value older than maxAge is made again', async () => {
  const { cache } = openCache(10, 0);
  const make = maker();
  expect(await cache.get('key', ['news'], make)).toBe('made 1');
  expect(await cache.get('key', ['news'], make)).toBe('made 2');
});

test('a value that depends on no topic outlives a resync, but not its age', async () => {
  const { cache, change, resync } = openCache();
  cache.add('fixed', { topics: [], value: 'a file' });
  cache.add('short', { topics: [], value: 'a page', until: Date.now() - 1 });
  cache.add('news', { topics: ['news'], value: 'a list' });
  change('events');
  expect(['fixed', 'short', 'news'].map(cache.find)).toEqual(['a file', undefined, 'a list']);
  resync();
  expect(['fixed', 'news'].map(cache.find)).toEqual(['a file', undefined]);
});

test('changes are counted, also those of topics that nothing depends on', () => {
  const { cache, change, resync } = openCache();
  const counts = [cache.countChanges()];
  for (const act of [() => change('events'), () => change('news'), resync]) {
    act();
    counts.push(cache.countChanges());
  }
  expect(counts).toEqual([0, 1, 2, 3]);
});
