import { setTimeout as wait } from 'node:timers/promises';

type Options = { ms: number; signal: AbortSignal; onError: (error: unknown) => void };

/** Runs now, then `ms` after each run ends, until aborted. */
export async function every({ ms, signal, onError }: Options, work: () => unknown): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await wait(ms, undefined, { signal }).catch(() => {});
  }
}
