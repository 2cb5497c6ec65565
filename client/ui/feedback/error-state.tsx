import type { ReactNode } from 'react';

import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Button } from '#client/ui/form/button.tsx';

import styles from './error-state.module.css';

type Props = {
  heading: ReactNode;
  text: ReactNode;
  onRetry?: (() => void) | undefined;
  action?: ReactNode;
  small?: boolean | undefined;
};

export function ErrorState({ heading, text, onRetry, action, small }: Props) {
  return (
    <div role="alert">
      <EmptyState
        scene="lost-road"
        small={small}
        heading={heading}
        text={text}
        action={
          (onRetry || action) && (
            <div className={styles.actions}>
              {onRetry && (
                <Button icon="refresh" size={small ? 'sm' : 'md'} onClick={onRetry}>
                  Try Again
                </Button>
              )}
              {action}
            </div>
          )
        }
      />
    </div>
  );
}
