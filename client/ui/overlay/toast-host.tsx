import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { messageLooks } from '#client/ui/feedback/message-looks.ts';
import { Button, IconButton } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';

import { styles, toasts, tones } from './toast.tsx';
import type { Toast } from './toast.tsx';

export function ToastHost() {
  const region = useRef<HTMLOutputElement>(null);
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get, toasts.get);
  const newest = shown.at(-1)?.id;
  useLayoutEffect(() => {
    const popover = region.current;
    // Reopen it with each toast, so that it is above a dialog opened in the meantime.
    if (newest !== undefined && popover?.matches(':popover-open')) popover.hidePopover();
    if (!popover?.matches(':popover-open')) popover?.showPopover();
  }, [newest]);
  return (
    <output ref={region} popover="manual" className={styles.region}>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </output>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const card = useRef<HTMLSpanElement>(null);
  const { icon, tone } = messageLooks[toast.tone];
  useEffect(() => {
    // Keep a toast that is hovered or focused: the reader may not be done.
    const timer = setInterval(() => {
      if (!card.current?.matches(':hover, :focus-within')) dismiss(toast.id);
    }, toast.seconds * 1000);
    return () => clearInterval(timer);
  }, [toast]);
  return (
    <span ref={card} className={classNames(styles.toast, tones[tone])}>
      <Icon name={icon} size="md" className={styles.icon} />
      <span className={styles.text}>{toast.text}</span>
      {toast.onUndo && (
        <Button
          size="sm"
          onClick={() => {
            dismiss(toast.id);
            toast.onUndo?.();
          }}
        >
          Undo
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" size="sm" onClick={() => dismiss(toast.id)} />
    </span>
  );
}

function dismiss(id: number) {
  toasts.set((shown) => shown.filter((toast) => toast.id !== id));
}
