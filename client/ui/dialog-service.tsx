// The site's alert and confirm dialogs. They can be called from anywhere, return a promise and are shown
// one at a time, in the order of the calls. The app renders `DialogHost` once.
import { useId, useRef, useSyncExternalStore } from 'react';

import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Modal } from '#client/ui/modal.tsx';
import { createStore } from '#client/ui/store.ts';

import styles from './dialog-service.module.css';

type ConfirmOptions = {
  confirmLabel?: string;
  cancelLabel?: string;
  tone?: 'primary' | 'danger';
  title?: string;
};

/** A refusal cannot be helped by trying again. */
type AlertTone = 'notice' | 'success' | 'warning' | 'refusal';
type Seal = AlertTone | 'question' | 'danger';

type Request = {
  id: number;
  kind: 'alert' | 'confirm';
  seal: Seal;
  text: string;
  title: string;
  confirmLabel: string;
  cancelLabel: string;
  tone: 'primary' | 'danger';
  answer: (confirmed: boolean) => void;
};

const sealIcons = {
  notice: 'bell',
  success: 'check',
  warning: 'warning',
  refusal: 'close',
  question: 'scroll',
  danger: 'danger',
} as const;

const queue = createStore<readonly Request[]>([]);
let lastId = 0;

export async function showAlert(text: string, tone: AlertTone = 'warning'): Promise<void> {
  await ask({
    kind: 'alert',
    seal: tone,
    text,
    title: 'Notice',
    confirmLabel: 'OK',
    cancelLabel: '',
    tone: 'primary',
  });
}

export function askConfirm(text: string, options: ConfirmOptions = {}): Promise<boolean> {
  return ask({
    kind: 'confirm',
    seal: options.tone === 'danger' ? 'danger' : 'question',
    text,
    title: options.title ?? 'Please Confirm',
    confirmLabel: options.confirmLabel ?? 'OK',
    cancelLabel: options.cancelLabel ?? 'Cancel',
    tone: options.tone ?? 'primary',
  });
}

export function DialogHost() {
  const request = useSyncExternalStore(queue.subscribe, queue.get, queue.get)[0];
  return request ? <RequestDialog key={request.id} request={request} /> : null;
}

function RequestDialog({ request }: { request: Request }) {
  const textId = useId();
  const answered = useRef(false);
  const safeButton = useRef<HTMLButtonElement>(null);
  const isAlert = request.kind === 'alert';
  const isDanger = request.tone === 'danger';

  function answer(confirmed: boolean) {
    if (answered.current) return;
    answered.current = true;
    queue.set((requests) => requests.filter(({ id }) => id !== request.id));
    request.answer(confirmed);
  }

  return (
    <Modal
      size="sm"
      role="alertdialog"
      aria-label={request.title}
      aria-describedby={textId}
      closeOnBackdrop={false}
      initialFocus={safeButton}
      onClose={() => answer(isAlert)}
    >
      <div className={styles.content}>
        <span className={classNames(styles.seal, styles[request.seal])}>
          <Icon name={sealIcons[request.seal]} size="md" />
        </span>
        <p className={styles.text} id={textId}>
          {request.text}
        </p>
        <div className={styles.buttons}>
          {!isAlert && (
            // In a dangerous dialog the focus is on Cancel, so that Enter alone cannot confirm it.
            <Button ref={isDanger ? safeButton : undefined} onClick={() => answer(false)}>
              {request.cancelLabel}
            </Button>
          )}
          <Button
            tone={request.tone}
            ref={isDanger ? undefined : safeButton}
            onClick={() => answer(true)}
          >
            {request.confirmLabel}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function ask(request: Omit<Request, 'id' | 'answer'>): Promise<boolean> {
  return new Promise((answer) => {
    lastId += 1;
    const id = lastId;
    queue.set((requests) => [...requests, { ...request, id, answer }]);
  });
}
