import { Link } from '@tanstack/react-router';

import { SiteFooter } from '#client/app/site-footer.tsx';
import { SiteHeader } from '#client/app/site-header.tsx';
import { usePageTitle } from '#client/lib/page-title.ts';
import { SceneArt } from '#client/ui/feedback/empty-state.tsx';
import { buttonClass } from '#client/ui/form/button.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';

import styles from './message-page.module.css';

/** Includes the header and footer, because the router shows it outside every layout. */
export function NotFoundPage() {
  usePageTitle('Not Found');
  return (
    <>
      <SiteHeader />
      <main id="content" className={styles.page}>
        <NotFoundMessage />
      </main>
      <SiteFooter />
    </>
  );
}

function NotFoundMessage() {
  return (
    <div className={styles.message}>
      <SceneArt scene="lost-road" />
      <h1>
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
    </div>
  );
}
