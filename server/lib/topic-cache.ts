import type { LiveTopic } from '#shared/pages.ts';

import type { Live } from './live.ts';

/**
 * Caches values until one of their topics changes. A change also drops values that are still being made,
 * so that a later `get` never returns data from before the change.
 */
export type TopicCache<T> = {
  get(key: string, topics: readonly LiveTopic[], make: () => Promise<T>): Promise<T>;
  close(): void;
};

type Entry<T> = { topics: readonly LiveTopic[]; value: Promise<T>; madeAt: number };

/** `maxAge`, in milliseconds, is for values that also change with time. */
export function createTopicCache<T>(
  live: Live,
  maxEntries: number,
  maxAge = Infinity,
): TopicCache<T> {
  const entries = new Map<string, Entry<T>>();

  function evict(isStale: (entry: Entry<T>) => boolean): void {
    for (const [key, entry] of entries) if (isStale(entry)) entries.delete(key);
  }

  const close = live.subscribe({
    onMessage: ({ topic }) => evict(({ topics }) => topics.includes(topic)),
    onResync: () => entries.clear(),
  });

  return {
    close,
    get(key, topics, make) {
      const known = entries.get(key);
      if (known && Date.now() - known.madeAt < maxAge) return known.value;
      const entry = { topics, value: make(), madeAt: Date.now() };
      if (entries.size >= maxEntries) entries.delete(entries.keys().next().value ?? '');
      entries.set(key, entry);
      // A failure is not cached.
      entry.value.catch(() => evict((one) => one === entry));
      return entry.value;
    },
  };
}
