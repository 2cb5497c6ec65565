import type { LiveTopic } from '#shared/pages.ts';

import type { Live } from './live.ts';

type Entry<T> = { topics: readonly LiveTopic[]; value: T | Promise<T>; until: number };

export type TopicCache<T> = ReturnType<typeof createTopicCache<T>>;

/** A change also drops values still being made, so that `get` never returns older data. `maxAge` is in milliseconds. */
export function createTopicCache<T>(live: Live, maxEntries: number, maxAge = Infinity) {
  const entries = new Map<string, Entry<T>>();
  let changes = 0;

  function evict(isStale: (entry: Entry<T>) => boolean): void {
    for (const [key, entry] of entries) if (isStale(entry)) entries.delete(key);
  }

  const close = live.subscribe({
    onMessage({ topic }) {
      changes += 1;
      evict(({ topics }) => topics.includes(topic));
    },
    onResync() {
      changes += 1;
      evict(({ topics }) => topics.length > 0);
    },
  });

  function find(key: string): T | Promise<T> | undefined {
    const entry = entries.get(key);
    if (!entry || Date.now() < entry.until) return entry?.value;
    entries.delete(key);
    return undefined;
  }

  function add(key: string, entry: Omit<Entry<T>, 'until'> & { until?: number }): void {
    if (entries.size >= maxEntries) entries.delete(entries.keys().next().value ?? '');
    entries.set(key, { until: Date.now() + maxAge, ...entry });
  }

  async function get(
    key: string,
    topics: readonly LiveTopic[],
    make: () => Promise<T>,
  ): Promise<T> {
    const known = find(key);
    if (known !== undefined) return known;
    const value = make();
    add(key, { topics, value });
    // A failure is not cached.
    value.catch(() => evict((one) => one.value === value));
    return value;
  }

  /** `countChanges` before and after a value was made says whether it may be added. */
  return { get, find, add, close, countChanges: () => changes };
}
