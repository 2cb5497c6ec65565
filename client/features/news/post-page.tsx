import { useQuery } from '@tanstack/react-query';
import { Link, notFound, useParams } from '@tanstack/react-router';

import { usePageTitle } from '#client/lib/page-title.ts';
import { BackLink } from '#client/ui/breadcrumb.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';

import { isMissing } from './is-missing.ts';
import { NewsGrid } from './news-grid.tsx';
import { homeNewsQuery, newsPostQuery } from './news.queries.ts';
import { PostArticle, PostArticleSkeleton } from './post-article.tsx';
import { ShareLink } from './share-link.tsx';

import styles from './post-page.module.css';

export function PostPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: post, error, refetch } = useQuery(newsPostQuery(id));
  usePageTitle(post?.title);
  if (isMissing(error)) throw notFound();
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.back}>
        <BackLink label="Back to news" render={(props) => <Link to="/" hash="news" {...props} />} />
      </div>
      {post ? (
        <PostArticle
          post={post}
          foot={
            <>
              <p className={styles.end}>Know somebody who should read this?</p>
              <ShareLink title={post.title} />
            </>
          }
        />
      ) : error ? (
        <Panel>
          <ErrorState
            heading="This post could not be loaded"
            text={error.message}
            onRetry={() => void refetch()}
          />
        </Panel>
      ) : (
        <Loading text="Loading post...">
          <PostArticleSkeleton />
        </Loading>
      )}
      {post && <MoreNews exceptId={id} />}
    </div>
  );
}

/** The newest other posts; nothing while they load or if there are none. */
function MoreNews({ exceptId }: { exceptId: string }) {
  const { data } = useQuery(homeNewsQuery);
  const others = data?.posts.filter(({ id }) => id !== exceptId).slice(0, 3) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="more-news">
      <SectionHeading
        id="more-news"
        aside={
          <Link to="/news" className={styles.all}>
            All news
          </Link>
        }
      >
        More News
      </SectionHeading>
      <NewsGrid posts={others} />
    </section>
  );
}
