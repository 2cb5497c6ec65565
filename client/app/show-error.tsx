import { isNotFound } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';

import { useLater } from '#client/lib/use-later.ts';

/** AppRoot loads it before it is needed: it may have to say that there is no connection. */
export const loadErrorPage = () => import('./error-page.tsx');

/** Inside the layout, when a page could not be shown. */
export function PageError({ error }: ErrorComponentProps) {
  // The root shows the not-found page.
  if (isNotFound(error)) throw error;
  const part = useLater(loadErrorPage, true);
  if (part) return <part.ErrorMessage error={error} />;
  // It stays if the connection is lost in the first seconds.
  return <p className="wrap">Check your connection and reload the page.</p>;
}

/** Outside of every layout: without the header, which may be what failed. */
export function LayoutError(props: ErrorComponentProps) {
  return (
    <main id="content">
      <PageError {...props} />
    </main>
  );
}
