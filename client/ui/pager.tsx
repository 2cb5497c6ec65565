import type { ReactNode } from 'react';

import { Button, buttonClass } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';

import styles from './pager.module.css';

type StepLinkProps = { className: string; rel: 'prev' | 'next'; children: ReactNode };

/** With neither `onClick` nor `render` there is no such page, and the button is disabled. */
type Step = {
  label: string;
  onClick?: (() => void) | undefined;
  render?: ((props: StepLinkProps) => ReactNode) | undefined;
};

type Props = {
  label: string;
  previous: Step;
  next: Step;
  /** E.g. `Page 2 of 14`. */
  status: ReactNode;
};

export function Pager({ label, previous, next, status }: Props) {
  return (
    <nav aria-label={label} className={styles.pager}>
      <PagerStep step={previous} rel="prev" />
      <p className={styles.status} aria-live="polite">
        {status}
      </p>
      <PagerStep step={next} rel="next" />
    </nav>
  );
}

function PagerStep({ step, rel }: { step: Step; rel: 'prev' | 'next' }) {
  const children = (
    <>
      {rel === 'prev' && <Icon name="chevron-left" />}
      {step.label}
      {rel === 'next' && <Icon name="chevron-right" />}
    </>
  );
  if (step.render) return step.render({ className: buttonClass({ size: 'sm' }), rel, children });
  return (
    <Button size="sm" disabled={!step.onClick} onClick={step.onClick}>
      {children}
    </Button>
  );
}
