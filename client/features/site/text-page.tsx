import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { ErrorState } from '#client/ui/error-state.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { LocalTime } from '#client/ui/local-time.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Parchment } from '#client/ui/parchment.tsx';
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
  const { data, error, refetch } = useQuery(siteTextQuery(name));
  const other: TextName = name === 'terms' ? 'privacy' : 'terms';
  return (
    <div className={`wrap ${styles.page}`}>
      {data ? (
        <Parchment as="article" pad="none" className={styles.sheet}>
          <header className={styles.head}>
            <h1 className={styles.title}>{textTitles[name]}</h1>
            {data.updatedAt && (
              <p className={styles.date}>
                Last changed on{' '}
                <LocalTime
                  iso={data.updatedAt}
                  text={(timeZone) => formatLongDate(data.updatedAt, { timeZone })}
                />
              </p>
            )}
          </header>
          <div className="prose">
            <TextBlocks text={data.text} />
          </div>
          <footer className={styles.foot}>
            <Link to={`/${other}`}>{textTitles[other]}</Link>
          </footer>
        </Parchment>
      ) : error ? (
        <Panel>
          <ErrorState
            heading="This text could not be loaded"
            text={error.message}
            onRetry={() => void refetch()}
          />
        </Panel>
      ) : (
        <Loading text="Loading...">
          <Parchment pad="lg" className={styles.sheet}>
            <h1 className={styles.title}>{textTitles[name]}</h1>
            <SkeletonText onParchment lines={8} />
          </Parchment>
        </Loading>
      )}
    </div>
  );
}
