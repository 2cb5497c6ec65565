import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';

import { Button } from '#client/ui/button.tsx';
import { SceneArt } from '#client/ui/empty-state.tsx';
import { AppError } from '#shared/errors.ts';

import styles from './message-page.module.css';

/** Shown when a page could not be rendered: says what happened and what to do next. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const refusal = error instanceof AppError ? error : undefined;
  function tryAgain() {
    reset();
    void router.invalidate();
  }
  return (
    <main id="content" className={styles.page}>
      <div className={styles.message} role="alert">
        <SceneArt scene="signpost" />
        <h1>Something went wrong</h1>
        <p>{refusal?.message ?? 'This page could not be shown. Please try again.'}</p>
        <Button tone="primary" icon="refresh" onClick={tryAgain}>
          Try Again
        </Button>
        {refusal?.requestId && <p className={styles.reference}>Reference: {refusal.requestId}</p>}
      </div>
    </main>
  );
}
