import { useId, useRef } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Modal } from '#client/ui/overlay/modal.tsx';

import { queue, styles } from './dialog-service.tsx';
import type { Answer, Request } from './dialog-service.tsx';

const sealIcons = {
  notice: 'bell',
  success: 'check',
  warning: 'warning',
  refusal: 'close',
  question: 'scroll',
  danger: 'danger',
} as const;

export function RequestDialog({ request }: { request: Request }) {
  const textId = useId();
  const answered = useRef(false);
  const safeButton = useRef<HTMLButtonElement>(null);
  const { text, alert, tone = 'primary', otherLabel } = request;
  const isAlert = alert !== undefined;
  const isDanger = tone === 'danger';
  const seal = alert ?? (isDanger ? 'danger' : 'question');

  function answer(given: Answer) {
    if (answered.current) return;
    answered.current = true;
    queue.set((requests) => requests.filter(({ id }) => id !== request.id));
    request.answer(given);
  }

  return (
    <Modal
      size="sm"
      role="alertdialog"
      aria-label={request.title ?? (isAlert ? 'Notice' : 'Please Confirm')}
      aria-describedby={textId}
      closeOnBackdrop={false}
      initialFocus={safeButton}
      onClose={() => answer(isAlert)}
    >
      <div className={styles.content}>
        <span className={classNames(styles.seal, styles[seal])}>
          <Icon name={sealIcons[seal]} size="md" />
        </span>
        <p className={styles.text} id={textId}>
          {text}
        </p>
        <div className={styles.buttons}>
          {!isAlert && (
            // In a dangerous dialog the focus is on Cancel, so that Enter alone cannot confirm it.
            <Button ref={isDanger ? safeButton : undefined} onClick={() => answer(false)}>
              {request.cancelLabel ?? 'Cancel'}
            </Button>
          )}
          <Button
            tone={isAlert && otherLabel ? 'secondary' : tone}
            ref={isDanger ? undefined : safeButton}
            onClick={() => answer(true)}
          >
            {request.confirmLabel ?? 'OK'}
          </Button>
          {otherLabel && (
            <Button
              tone={isAlert ? 'primary' : 'quiet'}
              className={isAlert ? undefined : styles.other}
              onClick={() => answer('other')}
            >
              {otherLabel}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
