// Short messages in a corner, announced politely. The app renders `Toasts` once.
import { Suspense, lazy } from 'react';

import { useInBrowser } from '#client/lib/use-in-browser.ts';
import { whenIdle, whenLoaded } from '#client/lib/when.ts';
import { createStore } from '#client/ui/store.ts';

import styles from './toast.module.css';

// Imported here: a style sheet that is added later makes the browser decode the page's fonts again.
export { styles };

export type Tone = 'info' | 'success' | 'warning' | 'danger';

export type Toast = { id: number; text: string; tone: Tone; seconds: number };

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

export function showToast(
  text: string,
  { tone = 'info', seconds = 6 }: { tone?: Tone; seconds?: number } = {},
): void {
  lastId += 1;
  const toast = { id: lastId, text, tone, seconds };
  toasts.set((shown) => [...shown.slice(-3), toast]);
}

// Loaded early nevertheless: a screen reader announces what is added to a region that is already there.
const ToastHost = lazy(async () => {
  await whenLoaded();
  await whenIdle(2000);
  return import('./toast-host.tsx');
});

export function Toasts() {
  const isInBrowser = useInBrowser();
  return (
    isInBrowser && (
      <Suspense>
        <ToastHost />
      </Suspense>
    )
  );
}
