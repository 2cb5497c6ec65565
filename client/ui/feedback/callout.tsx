import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { messageLooks } from '#client/ui/feedback/message-looks.ts';
import type { MessageTone } from '#client/ui/feedback/message-looks.ts';
import { Icon } from '#client/ui/icon/icon.tsx';

import tones from '#client/ui/tones.module.css';
import styles from './callout.module.css';

type Props = {
  tone?: MessageTone | undefined;
  heading?: ReactNode;
  /** Screen readers announce it when it appears. Leave off for callouts that are there from the start. */
  live?: boolean | undefined;
  action?: ReactNode;
  children: ReactNode;
};

export function Callout({ tone = 'info', heading, live, action, children }: Props) {
  const look = messageLooks[tone];
  return (
    <div
      className={classNames(styles.callout, tones[look.tone])}
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
    >
      <Icon name={look.icon} size="md" className={styles.icon} />
      <div className={styles.body}>
        {heading && <p className={styles.heading}>{heading}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}

type FailureProps = { error: Error | string | null | undefined; heading?: string | undefined };

/** The message of a failed request. Renders nothing if there is no error. */
export function Failure({ error, heading }: FailureProps) {
  if (!error) return null;
  return (
    <Callout tone="danger" live heading={heading}>
      {typeof error === 'string' ? error : error.message}
    </Callout>
  );
}
