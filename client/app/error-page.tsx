import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { usePageTitle } from '#client/lib/page-title.ts';
import { SceneArt } from '#client/ui/feedback/empty-state.tsx';
import { Button, buttonClass } from '#client/ui/form/button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import { AppError } from '#shared/errors.ts';

import styles from './message-page.module.css';

const elsewhere = [
  { to: '/news', label: 'News', icon: 'news' },
  { to: '/events', label: 'Events', icon: 'calendar' },
  { to: '/hiscores', label: 'Find a Player', icon: 'search' },
] as const;

export function ErrorMessage({ error }: { error: unknown }) {
  const refusal = error instanceof AppError ? error : undefined;
  const isOffline = refusal?.code === 'server/unavailable';
  useEffect(() => (isOffline ? reloadWhenReachable() : undefined), [isOffline]);
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

export function NotFoundMessage() {
  usePageTitle('Not Found');
  const heading = useRef<HTMLHeadingElement>(null);
  const { history } = useRouter();
  useEffect(() => {
    // After a link was followed: the page that had the focus may have turned out not to exist.
    if (history.canGoBack()) heading.current?.focus({ preventScroll: true });
  }, [history]);
  return (
    <div className={styles.page}>
      <div className={styles.message}>
        <SceneArt scene="lost-road" />
        <h1 ref={heading} tabIndex={-1}>
          <SiteText name="notFoundHeading" original="The road ends here" />
        </h1>
        <p>
          <SiteText
            name="notFoundText"
            original="This page does not exist, or it has moved on. The keep is still where you left it."
          />
        </p>
        <Link to="/" className={buttonClass({ tone: 'primary' })}>
          Back to Home
        </Link>
        <Row as="nav" aria-label="Other pages" className={styles.others}>
          {elsewhere.map(({ to, label, icon }) => (
            <LinkButton key={to} to={to} icon={icon} tone="quiet">
              {label}
            </LinkButton>
          ))}
        </Row>
      </div>
    </div>
  );
}

/** The server may have been down while the connection was there, so the browser's event alone is not enough. */
function reloadWhenReachable(): () => void {
  async function tryAgain() {
    const answer = await fetch('/healthz').catch(() => undefined);
    if (answer?.ok) reload();
  }
  const timer = setInterval(tryAgain, 5000);
  addEventListener('online', tryAgain);
  return () => {
    clearInterval(timer);
    removeEventListener('online', tryAgain);
  };
}

/** Browsers remember a script that failed to load, and Vite a style sheet, until the page is reloaded. */
function reload(): void {
  location.reload();
}
