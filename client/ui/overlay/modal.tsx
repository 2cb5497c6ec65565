import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './modal.module.css';

type ModalProps = Omit<ComponentProps<'dialog'>, 'open' | 'onClose' | 'onCancel'> & {
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Called on Escape, a backdrop click or the close button; the owner then stops rendering the modal. */
  onClose: () => void;
  /** Turn off for long forms, so that a stray click does not lose the input. */
  closeOnBackdrop?: boolean | undefined;
  /** By default the browser focuses the first control. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
};

/** Open as long as it is rendered. Restores the focus when it closes. */
export function Modal({
  size = 'md',
  onClose,
  closeOnBackdrop = true,
  initialFocus,
  className,
  children,
  ...rest
}: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    initialFocus?.current?.focus();
    return () => {
      // Close it while it is still in the document: a removed dialog does not restore the focus.
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [initialFocus]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the backdrop has no element of its own; Escape does the same by keyboard
    <dialog
      {...rest}
      ref={ref}
      className={classNames(styles.modal, styles[size], className)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Chromium closes on a second Escape even if `cancel` was prevented. The event is asynchronous, so
      // ignore it if StrictMode has closed and reopened the dialog.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Tab') keepFocusInside(event.currentTarget, event);
      }}
      // A click on the backdrop must not move the focus from an alert's button: Enter must still work.
      onMouseDown={(event) => {
        if (isOnBackdrop(event.currentTarget, event)) event.preventDefault();
      }}
      onClick={(event) => {
        if (closeOnBackdrop && isOnBackdrop(event.currentTarget, event)) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

// The browser makes the page inert but lets Tab move to its own toolbar. Keep the focus in the dialog.
function keepFocusInside(
  dialog: HTMLElement,
  event: { shiftKey: boolean; preventDefault: () => void },
) {
  const stops = [
    ...dialog.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]',
    ),
  ].filter((element) => element.checkVisibility());
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge && dialog.contains(document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

function isOnBackdrop(
  dialog: HTMLElement,
  { target, clientX, clientY }: { target: EventTarget; clientX: number; clientY: number },
): boolean {
  if (target !== dialog) return false;
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
