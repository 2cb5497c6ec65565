import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { EmptyState } from '#client/ui/empty-state.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { SiteText } from '#client/ui/site-text.tsx';
import { homeNewsCount } from '#shared/news-display.ts';

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
