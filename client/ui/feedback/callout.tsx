import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';

import styles from './callout.module.css';

type Tone = 'info' | 'success' | 'warning' | 'danger';

type Props = {
  tone?: Tone | undefined;
  heading?: ReactNode;
  /** Screen readers announce it when it appears. Leave off for callouts that are there from the start. */
  live?: boolean | undefined;
  action?: ReactNode;
  children: ReactNode;
};

const icons: Record<Tone, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  danger: 'danger',
};

export function Callout({ tone = 'info', heading, live, action, children }: Props) {
  return (
    <div
      className={classNames(styles.callout, styles[tone])}
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
    >
      <Icon name={icons[tone]} size="md" className={styles.icon} />
      <div className={styles.body}>
        {heading && <p className={styles.heading}>{heading}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}

/** The message of a failed request. Renders nothing if there is no error. */
export function Failure({ error, heading }: { error: Error | null; heading?: string | undefined }) {
  if (!error) return null;
  return (
    <Callout tone="danger" live heading={heading}>
      {error.message}
    </Callout>
  );
}
