import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Loading } from '#client/ui/feedback/loading.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import { homeNewsCount } from '#shared/rules/news-display.ts';

import { NewsGrid, NewsGridSkeleton } from './news-grid.tsx';
import { homeNewsQuery } from './news.queries.ts';

import styles from './latest-news.module.css';

/** The news on the home page. A failed fetch is only logged. */
export function LatestNews() {
  const { data, isPending } = useQuery(homeNewsQuery);
  const posts = data?.posts ?? [];
  return (
    <section aria-labelledby="news" className={styles.section}>
      <SectionHeading
        id="news"
        aside={
          <Link to="/news" className={styles.all}>
            All news <Icon name="arrow-right" />
          </Link>
        }
      >
        Latest News
      </SectionHeading>
      {posts.length > 0 ? (
        <NewsGrid posts={posts} hasLead />
      ) : isPending ? (
        <Loading text="Loading news...">
          <NewsGridSkeleton count={homeNewsCount} hasLead />
        </Loading>
      ) : (
        <Panel>
          <EmptyState
            scene="scroll"
            text={
              <SiteText name="noNews" original="No news yet. The herald is still on the road." />
            }
          />
        </Panel>
      )}
    </section>
  );
}
