import { createContext, use, useSyncExternalStore } from 'react';

/** When the first HTML was made: the browser takes it over as of then, and moves on to the present. */
export const FirstMoment = createContext(0);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The present moment, cut to `step` milliseconds: a reader of minutes is drawn again once a minute.
 * One clock ticks for the whole page, and only while somebody reads it.
 */
export function useNow(step: number): number {
  const first = use(FirstMoment);
  return useSyncExternalStore(
    subscribe,
    () => cut(Date.now(), step),
    () => cut(first, step),
  );
}

function cut(moment: number, step: number): number {
  return Math.floor(moment / step) * step;
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
