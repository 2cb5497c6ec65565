import { AsyncLocalStorage } from 'node:async_hooks';

const limits = new AsyncLocalStorage<number>();
const longWorkMs = 5 * 60_000;

/** For jobs, imports and commands, which no visitor waits for. `limitMs` 0 means no limit, for migrations. */
export function runLongWork<T>(work: () => Promise<T>, limitMs = longWorkMs): Promise<T> {
  return limits.run(limitMs, work);
}

/** The limit set by runLongWork, or undefined outside it. */
export function findLongWorkLimit(): number | undefined {
  return limits.getStore();
}
