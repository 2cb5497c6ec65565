import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The present moment, cut to `step` milliseconds: a reader of minutes is drawn again once a minute.
 * One clock ticks for the whole page, and only while somebody reads it.
 */
export function useNow(step: number): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / step) * step);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const tell of listeners) tell();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
