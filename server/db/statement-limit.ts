import { AsyncLocalStorage } from 'node:async_hooks';

const limits = new AsyncLocalStorage<number>();
const longWorkMs = 5 * 60_000;

/**
 * For work that no visitor waits for, such as jobs, imports and commands: its statements may take
 * minutes. `limitMs` 0 means without end, for migrations.
 */
export function runLongWork<T>(work: () => Promise<T>, limitMs = longWorkMs): Promise<T> {
  return limits.run(limitMs, work);
}

/** What runLongWork allows the current work; undefined everywhere else. */
export function findLongWorkLimit(): number | undefined {
  return limits.getStore();
}
