import { useQuery } from '@tanstack/react-query';
import { linkOptions, useSearch } from '@tanstack/react-router';

import { PagedView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { FilterForm } from '#client/ui/form/filter-form.tsx';
import type { FilterField } from '#client/ui/form/filter-form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';

import { editedPostsQuery } from './admin-news.queries.ts';
import type { PostState } from './admin-news.queries.ts';
import type { AdminNewsSearch } from './news-search.ts';
import { PostTable } from './post-table.tsx';

import styles from './admin-news-page.module.css';

const states: { state: PostState | undefined; label: string }[] = [
  { state: undefined, label: 'All' },
  { state: 'published', label: 'Published' },
  { state: 'scheduled', label: 'Scheduled' },
  { state: 'draft', label: 'Drafts' },
];

const searchFields: FilterField[] = [
  {
    name: 'search',
    label: 'Search posts',
    type: 'search',
    hideLabel: true,
    placeholder: 'Search posts',
    icon: 'search',
    maxLength: 100,
  },
];

export function AdminNewsPage() {
  const filter = useSearch({ from: '/admin/news' });
  return (
    <>
      <PageHeading
        lead="Write and publish posts. Players see only published posts."
        actions={
          <>
            <LinkButton to="/admin/news/categories" icon="settings">
              Categories
            </LinkButton>
            <LinkButton to="/admin/news/new" tone="primary" icon="plus">
              New Post
            </LinkButton>
          </>
        }
      >
        News
      </PageHeading>
      <Tabs
        label="State"
        tabs={states.map(({ state, label }) => ({
          label,
          active: state === filter.state,
          link: linkOptions({ to: '/admin/news', search: { ...filter, state, page: 1 } }),
        }))}
      />
      <div className={styles.search}>
        <FilterForm inline search={filter} keep={{ state: filter.state }} fields={searchFields} />
      </div>
      <PostList filter={filter} />
    </>
  );
}

function PostList({ filter }: { filter: AdminNewsSearch }) {
  return (
    <PagedView
      query={useQuery(editedPostsQuery(filter))}
      errorHeading="The posts could not be loaded"
      loadingText="Loading posts..."
      empty={<NoPosts isFiltered={isFiltered(filter)} />}
      label="Pages of posts"
      link={(page) => linkOptions({ to: '/admin/news', search: { ...filter, page } })}
    >
      {({ posts }) => (
        <Panel variant="plain" pad="none">
          <PostTable posts={posts} />
        </Panel>
      )}
    </PagedView>
  );
}

function NoPosts({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      scene="scroll"
      heading={isFiltered ? 'No such post' : 'Nothing written yet'}
      text={isFiltered ? 'No post matches this search.' : 'The first post is the hardest one.'}
      action={
        isFiltered ? (
          <LinkButton to="/admin/news">Show All Posts</LinkButton>
        ) : (
          <LinkButton to="/admin/news/new">Write It</LinkButton>
        )
      }
    />
  );
}

function isFiltered({ page, state, search }: AdminNewsSearch): boolean {
  return page > 1 || state !== undefined || search !== undefined;
}
