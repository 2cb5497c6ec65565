import { useEffect } from 'react';

import { SceneArt } from '#client/ui/feedback/empty-state.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { AppError } from '#shared/errors.ts';

import styles from './message-page.module.css';

export function ErrorMessage({ error }: { error: unknown }) {
  const refusal = error instanceof AppError ? error : undefined;
  const isOffline = refusal?.code === 'server/unavailable';
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <div className={styles.page}>
      <div className={styles.message} role="alert">
        <SceneArt scene="signpost" />
        <h1>{isOffline ? 'You are offline' : 'Something went wrong'}</h1>
        <p>
          {isOffline
            ? 'This page opens by itself once you are connected again.'
            : (refusal?.message ?? 'This page could not be shown. Please try again.')}
        </p>
        {!isOffline && (
          <Button tone="primary" icon="refresh" onClick={reload}>
            Try Again
          </Button>
        )}
        {refusal?.requestId && <p className={styles.reference}>Reference: {refusal.requestId}</p>}
      </div>
    </div>
  );
}

/** Browsers remember a script that failed to load, and Vite a style sheet, until the page is reloaded. */
function reload(): void {
  location.reload();
}
