import type { ReactNode } from 'react';

import { Button } from '#client/ui/button.tsx';
import { EmptyState, type Scene } from '#client/ui/empty-state.tsx';

import styles from './error-state.module.css';

type Props = {
  /** What happened. */
  heading: ReactNode;
  /** What to do about it. */
  text: ReactNode;
  onRetry?: (() => void) | undefined;
  retryLabel?: string | undefined;
  /** To quote in a support request; the server's log contains it too. */
  requestId?: string | undefined;
  scene?: Scene | undefined;
  action?: ReactNode;
};

export function ErrorState({
  heading,
  text,
  onRetry,
  retryLabel = 'Try again',
  requestId,
  scene = 'lost-road',
  action,
}: Props) {
  return (
    <div role="alert">
      <EmptyState
        scene={scene}
        heading={heading}
        text={text}
        action={
          <>
            {(onRetry || action) && (
              <div className={styles.actions}>
                {onRetry && (
                  <Button icon="refresh" onClick={onRetry}>
                    {retryLabel}
                  </Button>
                )}
                {action}
              </div>
            )}
            {requestId && (
              <p className={styles.request}>
                Request <code>{requestId}</code>
              </p>
            )}
          </>
        }
      />
    </div>
  );
}
