import { type ReactNode, useId, useRef } from 'react';

import { IconButton } from '#client/ui/button.tsx';
import { placePopover } from '#client/ui/place-popover.ts';

import styles from './tooltip.module.css';

type Props = {
  text: ReactNode;
  /** The trigger is given the attribute that ties the text to it; it should be able to take focus. */
  children: (trigger: { 'aria-describedby': string }) => ReactNode;
};

/** Shows on hover and focus; a finger, which has neither, shows it by a tap. */
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
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- only listens to what bubbles from the real control
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

/** A small "i" for explanations too long for a hint. */
export function InfoTip({ text, label = 'More information' }: { text: ReactNode; label?: string }) {
  return (
    <Tooltip text={text}>
      {(trigger) => <IconButton {...trigger} icon="info" label={label} size="sm" />}
    </Tooltip>
  );
}
