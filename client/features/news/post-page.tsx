import { useQuery } from '@tanstack/react-query';
import { Link, notFound, useParams } from '@tanstack/react-router';

import { isMissing } from '#client/lib/is-missing.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { useInBrowser } from '#client/lib/use-in-browser.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { CopyButton } from '#client/ui/form/copy-button.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';
import type { OpenedPost } from '#shared/endpoints/news.ts';

import { NewsGrid } from './news-grid.tsx';
import { homeNewsQuery, newsPostQuery } from './news.queries.ts';
import { PostArticle, PostArticleSkeleton } from './post-article.tsx';

import styles from './post-page.module.css';

export function PostPage() {
  const { id } = useParams({ from: '/site/news/$id' });
  const query = useQuery(newsPostQuery(id));
  usePageTitle(query.data?.title);
  if (isMissing(query.error)) throw notFound();
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.back}>
        <BackLink to="/" hash="news">
          Back to news
        </BackLink>
      </div>
      <QueryView
        query={query}
        errorHeading="This post could not be loaded"
        loadingText="Loading post..."
        skeleton={<PostArticleSkeleton />}
        panel="stone"
      >
        {(post) => (
          <>
            <PostArticle
              post={post}
              foot={
                <>
                  <p className={styles.end}>Know someone who should read this?</p>
                  <ShareLink title={post.title} />
                </>
              }
            />
            <Neighbours post={post} />
            <MoreNews exceptId={id} />
          </>
        )}
      </QueryView>
    </div>
  );
}

function Neighbours({ post: { newer, older } }: { post: OpenedPost }) {
  const link = (to: OpenedPost['newer'], label: string, icon: IconName) =>
    to && (
      <Link to="/news/$id" params={{ id: to.id }} rel={label === 'Newer' ? 'next' : 'prev'}>
        <Icon name={icon} />
        <span>
          <span className={styles.side}>{label}</span>
          {to.title}
        </span>
      </Link>
    );
  if (!newer && !older) return null;
  return (
    <nav className={styles.neighbours} aria-label="Newer and older posts">
      {link(older, 'Older', 'arrow-left')}
      {link(newer, 'Newer', 'arrow-right')}
    </nav>
  );
}

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
            All news <Icon name="arrow-right" />
          </Link>
        }
      >
        More News
      </SectionHeading>
      <NewsGrid posts={others} />
    </section>
  );
}

function ShareLink({ title }: { title: string }) {
  const isInBrowser = useInBrowser();
  if (!isInBrowser || !canShare()) {
    return (
      <CopyButton
        text={ownAddress}
        label="Copy link"
        copiedLabel="Link copied"
        className={styles.share}
      />
    );
  }
  return (
    <Button
      tone="quiet"
      size="sm"
      icon="external"
      className={styles.share}
      // Closing the share sheet rejects; that is not an error.
      onClick={() => void navigator.share({ title, url: ownAddress() }).catch(() => {})}
    >
      Share
    </Button>
  );
}

function ownAddress(): string {
  return location.origin + location.pathname;
}

function canShare(): boolean {
  return 'share' in navigator && matchMedia('(pointer: coarse)').matches;
}
