import type { LiveTopic } from '#shared/endpoint.ts';

import type { Live } from './live.ts';

/**
 * Keeps what is costly to make until one of its topics changes. A change throws away also what is
 * still being made: whoever asks afterwards gets it made anew, from what is true then.
 */
export type TopicCache<T> = {
  get(key: string, topics: readonly LiveTopic[], make: () => Promise<T>): Promise<T>;
  close(): void;
};

type Entry<T> = { topics: readonly LiveTopic[]; value: Promise<T>; madeAt: number };

/** `maxAge`, in milliseconds: for what also time changes. */
export function createTopicCache<T>(
  live: Live,
  maxEntries: number,
  maxAge = Infinity,
): TopicCache<T> {
  const entries = new Map<string, Entry<T>>();

  function forget(isStale: (entry: Entry<T>) => boolean): void {
    for (const [key, entry] of entries) if (isStale(entry)) entries.delete(key);
  }

  const close = live.subscribe({
    onMessage: ({ topic }) => forget(({ topics }) => topics.includes(topic)),
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
      // A failure is answered to those who waited for it, not remembered.
      entry.value.catch(() => forget((one) => one === entry));
      return entry.value;
    },
  };
}
