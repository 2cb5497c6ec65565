// Short messages in a corner, announced politely. The app renders `Toasts` once.
import { useLater } from '#client/lib/use-later.ts';
import type { MessageTone } from '#client/ui/feedback/message-looks.ts';
import { createStore } from '#client/ui/store.ts';

import tones from '#client/ui/tones.module.css';
import styles from './toast.module.css';

// Imported here: a style sheet that is added later makes the browser decode the page's fonts again.
export { styles, tones };

export type Toast = {
  id: number;
  text: string;
  tone: MessageTone;
  seconds: number;
  onUndo?: (() => void) | undefined;
};

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

export function showToast(
  text: string,
  { tone = 'info', seconds = 6, onUndo }: Partial<Omit<Toast, 'id' | 'text'>> = {},
): void {
  lastId += 1;
  const toast = { id: lastId, text, tone, seconds, onUndo };
  toasts.set((shown) => [...shown.slice(-3), toast]);
}

const load = () => import('./toast-host.tsx');

/** Loaded early: a screen reader announces what is added to a region that is already there. */
export function Toasts() {
  const part = useLater(load);
  return part && <part.ToastHost />;
}
