import { useQuery } from '@tanstack/react-query';
import { linkOptions, useSearch } from '@tanstack/react-router';

import { useChoices, useLabel } from '#client/lib/labels.ts';
import { Pager } from '#client/ui/data/pager.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { FilterChips } from '#client/ui/form/filter-chips.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import type { NewsPage } from '#shared/endpoints/news.ts';
import { newsPageSize } from '#shared/rules/news-display.ts';

import { NewsGrid, NewsGridSkeleton } from './news-grid.tsx';
import type { NewsSearch } from './news-search.ts';
import { newsListQuery } from './news.queries.ts';

import styles from './all-news-page.module.css';

export function AllNewsPage() {
  const filter = useSearch({ from: '/site/news' });
  const { page, category = null } = filter;
  const query = useQuery(newsListQuery({ limit: newsPageSize, page, category }));
  const isTurning = query.isPlaceholderData;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeading
        above={<BackLink to="/">Back to Home</BackLink>}
        lead={<SiteText name="newsLead" original="All announcements, newest first." />}
      >
        All News
      </PageHeading>
      <CategoryFilter chosen={filter.category} />
      <div className={isTurning ? styles.turning : undefined} aria-busy={isTurning}>
        <QueryView
          query={query}
          errorHeading="The news could not be loaded"
          loadingText="Loading news..."
          skeleton={<NewsGridSkeleton count={6} />}
          panel="stone"
        >
          {(list) => <PostList list={list} filter={filter} />}
        </QueryView>
      </div>
    </div>
  );
}

function CategoryFilter({ chosen }: { chosen: NewsSearch['category'] }) {
  const categories = useChoices('news', chosen);
  return (
    <FilterChips
      label="Categories"
      className={styles.filter}
      chips={[undefined, ...categories].map((category) => ({
        label: category?.name ?? 'All',
        icon: category?.icon ?? 'news',
        active: category?.key === chosen,
        link: linkOptions({ to: '/news', search: { category: category?.key } }),
      }))}
    />
  );
}

function PostList({ list, filter }: { list: NewsPage; filter: NewsSearch }) {
  const { name } = useLabel('news', filter.category ?? 'Posts');
  if (list.posts.length === 0) return <NoPosts filter={filter} />;
  return (
    <>
      {/* Fills the level between the page heading (h1) and the cards (h3). */}
      <h2 className="visually-hidden">{name}</h2>
      <NewsGrid posts={list.posts} />
      <div className={styles.pager}>
        <Pager
          label="Pages of news"
          page={list.page}
          pages={list.pages}
          link={(page) => linkOptions({ to: '/news', search: { page, category: filter.category } })}
        />
      </div>
    </>
  );
}

function NoPosts({ filter }: { filter: NewsSearch }) {
  const isFiltered = filter.page > 1 || filter.category !== undefined;
  return (
    <Panel>
      <EmptyState
        scene="scroll"
        heading={isFiltered ? 'Nothing written here' : 'No news yet'}
        text={
          isFiltered ? (
            <SiteText name="newsNoMatch" original="The herald has nothing of this kind yet." />
          ) : (
            <SiteText
              name="newsEmpty"
              original="The herald is still on the road. Come back soon."
            />
          )
        }
        action={isFiltered && <LinkButton to="/news">Show All News</LinkButton>}
      />
    </Panel>
  );
}
