// The site's alert and confirm dialogs. They can be called from anywhere, return a promise and are shown
// one at a time, in the order of the calls. The app renders `DialogHost` once.
import { useSyncExternalStore } from 'react';

import { useLater } from '#client/lib/use-later.ts';
import { createStore } from '#client/ui/store.ts';

import styles from './dialog-service.module.css';
import './modal.module.css';

// Both imported here: a style sheet that is added later makes the browser decode the page's fonts again.
export { styles };

type ConfirmOptions = {
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: 'primary' | 'danger';
  title?: string;
  /** A third button, for another way to do it. */
  otherLabel?: string;
};

export type Answer = boolean | 'other';

/** A refusal cannot be helped by trying again. */
type AlertTone = 'notice' | 'success' | 'warning' | 'refusal';

export type Request = ConfirmOptions & {
  id: number;
  text: string;
  /** Undefined for a question. */
  alert?: AlertTone;
  answer: (answer: Answer) => void;
};

export const queue = createStore<readonly Request[]>([]);
let lastId = 0;

/** `otherLabel` is a second button, for what helps. True if the user chose it. */
export async function showAlert(
  text: string,
  tone: AlertTone = 'warning',
  otherLabel?: string,
): Promise<boolean> {
  const answer = await ask({ text, alert: tone, ...(otherLabel && { otherLabel }) });
  return answer === 'other';
}

export async function askConfirm(text: string, options: ConfirmOptions = {}): Promise<boolean> {
  return (await askChoice(text, options)) === true;
}

export function askChoice(text: string, options: ConfirmOptions): Promise<Answer> {
  return ask({ text, ...options });
}

const load = () => import('./request-dialog.tsx');

/** Its dialog is loaded before it is needed: an alert may have to say that there is no connection. */
export function DialogHost() {
  const request = useSyncExternalStore(queue.subscribe, queue.get, queue.get)[0];
  const part = useLater(load, request !== undefined);
  return part && request && <part.RequestDialog key={request.id} request={request} />;
}

function ask(request: Omit<Request, 'id' | 'answer'>): Promise<Answer> {
  return new Promise((answer) => {
    lastId += 1;
    const added = { ...request, id: lastId, answer };
    queue.set((requests) => [...requests, added]);
  });
}
