import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';

import { buttonClass } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PagedView } from '#client/ui/query-view.tsx';
import { Tabs } from '#client/ui/tabs.tsx';

import { editedPostsQuery } from './admin-news.queries.ts';
import type { PostState } from './admin-news.queries.ts';
import type { AdminNewsSearch } from './news-search.ts';
import { PostSearch } from './post-search.tsx';
import { PostTable } from './post-table.tsx';

const states: { state: PostState | undefined; label: string }[] = [
  { state: undefined, label: 'All' },
  { state: 'published', label: 'Published' },
  { state: 'scheduled', label: 'Scheduled' },
  { state: 'draft', label: 'Drafts' },
];

export function AdminNewsPage() {
  const { page, state: chosen, search } = useSearch({ from: '/admin/news' });
  const filter = { page, state: chosen, search };
  return (
    <>
      <PageHeading
        lead="Write and publish posts. Players see only published posts."
        actions={
          <>
            <Link to="/admin/news/categories" className={buttonClass()}>
              <Icon name="settings" />
              Categories
            </Link>
            <Link to="/admin/news/new" className={buttonClass({ tone: 'primary' })}>
              <Icon name="plus" />
              New Post
            </Link>
          </>
        }
      >
        News
      </PageHeading>
      <Tabs
        label="State"
        tabs={states.map(({ state, label }) => ({
          label,
          active: state === chosen,
          render: (props) => (
            <Link
              to="/admin/news"
              search={{ ...filter, state, page: 1 }}
              resetScroll={false}
              {...props}
            />
          ),
        }))}
      />
      <PostSearch filter={filter} />
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
          <Link to="/admin/news" search={{}} className={buttonClass()}>
            Show All Posts
          </Link>
        ) : (
          <Link to="/admin/news/new" className={buttonClass()}>
            Write It
          </Link>
        )
      }
    />
  );
}

function isFiltered({ page, state, search }: AdminNewsSearch): boolean {
  return page > 1 || state !== undefined || search !== undefined;
}
