import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, notFound, useParams } from '@tanstack/react-router';

import { isMissing } from '#client/lib/is-missing.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { fixedTitles, isFixedPage } from '#shared/rules/own-page-address.ts';
import type { FixedPage } from '#shared/rules/own-page-address.ts';

import { ownPageQuery } from './own-pages.queries.ts';
import { PageSheet, PageSheetSkeleton } from './page-sheet.tsx';

export function TermsPage() {
  return <PageAt slug="terms" other="privacy" />;
}

export function PrivacyPage() {
  return <PageAt slug="privacy" other="terms" />;
}

export function OwnPage() {
  const { slug } = useParams({ from: '/site/pages/$slug' });
  const { data } = useQuery(ownPageQuery(slug));
  // The page was moved. The server redirects a first visit.
  if (data && isFixedPage(data.slug)) return <Navigate replace to={`/${data.slug}`} />;
  if (data && data.slug !== slug) {
    return <Navigate replace to="/pages/$slug" params={{ slug: data.slug }} />;
  }
  return <PageAt slug={slug} />;
}

type Props = { slug: string; other?: FixedPage };

function PageAt({ slug, other }: Props) {
  const query = useQuery(ownPageQuery(slug));
  usePageTitle(query.data?.title);
  if (isMissing(query.error)) throw notFound();
  return (
    <div className="wrap">
      <QueryView
        query={query}
        errorHeading="This page could not be loaded"
        loadingText="Loading..."
        skeleton={
          <PageSheetSkeleton title={isFixedPage(slug) ? fixedTitles[slug] : 'Loading...'} />
        }
        panel="stone"
      >
        {(page) => (
          <PageSheet
            page={page}
            foot={other && <Link to={`/${other}`}>{fixedTitles[other]}</Link>}
          />
        )}
      </QueryView>
    </div>
  );
}
