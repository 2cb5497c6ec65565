import type { ReactNode } from 'react';

import { SkeletonText } from '#client/ui/feedback/skeleton.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import { LocalTime } from '#client/ui/text/local-time.tsx';
import type { OwnPage } from '#shared/endpoints/own-pages.ts';
import { formatLongDate } from '#shared/rules/dates.ts';

import { findContents } from './find-contents.ts';

import styles from './page-sheet.module.css';

type Props = { page: Pick<OwnPage, 'title' | 'content' | 'updatedAt'>; foot?: ReactNode };

export function PageSheet({ page: { title, content, updatedAt }, foot }: Props) {
  const { html, headings } = findContents(content);
  return (
    <Parchment as="article" pad="none" className={styles.sheet}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
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
      {headings.length > 0 && (
        <nav className={styles.contents} aria-label="Contents">
          <ol>
            {headings.map(({ id, label }) => (
              <li key={id}>
                {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its HTML is the label */}
                <a href={`#${id}`} dangerouslySetInnerHTML={{ __html: label }} />
              </li>
            ))}
          </ol>
        </nav>
      )}
      {/* The server sanitises content when it is saved and again when it is read. */}
      <div className={`prose ${styles.content}`} dangerouslySetInnerHTML={{ __html: html }} />
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </Parchment>
  );
}

export function PageSheetSkeleton({ title }: { title: string }) {
  return (
    <Parchment pad="lg" className={styles.sheet}>
      <h1 className={styles.title}>{title}</h1>
      <SkeletonText onParchment lines={8} />
    </Parchment>
  );
}
