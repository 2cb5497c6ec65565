import { type ReactNode, useId, useRef } from 'react';

import { placePopover } from '#client/ui/overlay/place-popover.ts';

import styles from './tooltip.module.css';

type Props = {
  text: ReactNode;
  /** Renders the trigger, which gets this attribute and should be focusable. */
  children: (trigger: { 'aria-describedby': string }) => ReactNode;
};

/** Shows on hover and focus, and on tap for touch screens. */
export function Tooltip({ text, children }: Props) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);

  function show() {
    if (!tip.current || !anchor.current || tip.current.matches(':popover-open')) return;
    tip.current.showPopover();
    placePopover(tip.current, anchor.current, { side: 'above', align: 'center' });
  }

  function hide() {
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- only handles events that bubble from the real control
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={show}
      onPointerLeave={(event) => event.pointerType === 'mouse' && hide()}
      onFocus={show}
      onBlur={hide}
      onClick={show}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children({ 'aria-describedby': id })}
      <span ref={tip} id={id} role="tooltip" popover="manual" className={styles.tip}>
        {text}
      </span>
    </span>
  );
}
