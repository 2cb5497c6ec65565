import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { LocalTime } from '#client/ui/local-time.tsx';
import { Parchment } from '#client/ui/parchment.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { SkeletonText } from '#client/ui/skeleton.tsx';
import { formatLongDate } from '#shared/dates.ts';
import { textTitles } from '#shared/text-format.ts';
import type { TextName } from '#shared/texts.ts';

import { TextBlocks } from './text-blocks.tsx';
import { siteTextQuery } from './texts.queries.ts';

import styles from './text-page.module.css';

export function TermsPage() {
  return <TextPage name="terms" />;
}

export function PrivacyPage() {
  return <TextPage name="privacy" />;
}

function TextPage({ name }: { name: TextName }) {
  const other: TextName = name === 'terms' ? 'privacy' : 'terms';
  return (
    <div className={`wrap ${styles.page}`}>
      <QueryView
        query={useQuery(siteTextQuery(name))}
        errorHeading="This text could not be loaded"
        loadingText="Loading..."
        skeleton={
          <Parchment pad="lg" className={styles.sheet}>
            <h1 className={styles.title}>{textTitles[name]}</h1>
            <SkeletonText onParchment lines={8} />
          </Parchment>
        }
        panel="stone"
      >
        {({ text, updatedAt }) => (
          <Parchment as="article" pad="none" className={styles.sheet}>
            <header className={styles.head}>
              <h1 className={styles.title}>{textTitles[name]}</h1>
              {updatedAt && (
                <p className={styles.date}>
                  Last changed on{' '}
                  <LocalTime
                    iso={updatedAt}
                    text={(timeZone) => formatLongDate(updatedAt, { timeZone })}
                  />
                </p>
              )}
            </header>
            <div className="prose">
              <TextBlocks text={text} />
            </div>
            <footer className={styles.foot}>
              <Link to={`/${other}`}>{textTitles[other]}</Link>
            </footer>
          </Parchment>
        )}
      </QueryView>
    </div>
  );
}
