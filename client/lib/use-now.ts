import { use, useSyncExternalStore } from 'react';

import { FirstRenderTime } from './first-render-time.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Rounded down to `step` milliseconds: a component that shows minutes renders once a minute. One timer serves all. */
export function useNow(step: number): number {
  const firstRenderTime = use(FirstRenderTime);
  return useSyncExternalStore(
    subscribe,
    () => roundDown(Date.now(), step),
    () => roundDown(firstRenderTime, step),
  );
}

function roundDown(time: number, step: number): number {
  return Math.floor(time / step) * step;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
