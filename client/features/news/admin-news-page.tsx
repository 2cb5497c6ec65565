import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';

import { buttonClass } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';

import { readAdminSearch, toAdminSearch } from './admin-list-search.ts';
import { editedPostsQuery } from './admin-news.queries.ts';
import type { EditedFilter, PostState } from './admin-news.queries.ts';
import { PostSearch } from './post-search.tsx';
import { PostTable } from './post-table.tsx';

import styles from './admin-news-page.module.css';

const states: { state: PostState | undefined; label: string }[] = [
  { state: undefined, label: 'All' },
  { state: 'published', label: 'Published' },
  { state: 'scheduled', label: 'Scheduled' },
  { state: 'draft', label: 'Drafts' },
];

export function AdminNewsPage() {
  const filter = useSearch({ strict: false, select: readAdminSearch });
  return (
    <>
      <PageHeading
        lead="Write and publish posts. Players see only published posts."
        actions={
          <Link to="/admin/news/new" className={buttonClass({ tone: 'primary' })}>
            <Icon name="plus" />
            New post
          </Link>
        }
      >
        News
      </PageHeading>
      <Tabs
        label="State"
        tabs={states.map(({ state, label }) => ({
          label,
          active: state === filter.state,
          render: (props) => (
            <Link
              to="/admin/news"
              search={toAdminSearch({ ...filter, state, page: 1 })}
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

function PostList({ filter }: { filter: EditedFilter }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(editedPostsQuery(filter));
  if (!data && error) {
    return (
      <Panel variant="plain">
        <ErrorState
          heading="The posts could not be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      </Panel>
    );
  }
  if (!data) return <ListSkeleton />;
  if (data.posts.length === 0) return <NoPosts isFiltered={isFiltered(filter)} />;
  return (
    <div aria-busy={isPlaceholderData}>
      <Panel variant="plain" pad="none">
        <PostTable posts={data.posts} />
      </Panel>
      <div className={styles.pager}>
        <Pager
          label="Pages of posts"
          page={data.page}
          pages={data.pages}
          link={(page) =>
            linkOptions({ to: '/admin/news', search: toAdminSearch({ ...filter, page }) })
          }
        />
      </div>
    </div>
  );
}

function NoPosts({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Panel variant="plain">
      <EmptyState
        scene="scroll"
        heading={isFiltered ? 'No such post' : 'Nothing written yet'}
        text={isFiltered ? 'No post matches this search.' : 'The first post is the hardest one.'}
        action={
          isFiltered ? (
            <Link to="/admin/news" search={{}} className={buttonClass()}>
              Show all posts
            </Link>
          ) : (
            <Link to="/admin/news/new" className={buttonClass()}>
              Write it
            </Link>
          )
        }
      />
    </Panel>
  );
}

function ListSkeleton() {
  return (
    <Loading text="Loading posts...">
      <Panel variant="plain" className={styles.ghosts}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <Skeleton key={row} height="52px" shape="block" />
        ))}
      </Panel>
    </Loading>
  );
}

function isFiltered({ page, state, search }: EditedFilter): boolean {
  return page > 1 || state !== undefined || search !== '';
}
