import { classNames } from '#client/ui/class-names.ts';
import type { NewsCard } from '#shared/endpoints/news.ts';

import { PostCard, PostCardSkeleton } from './post-card.tsx';

import styles from './news-grid.module.css';

type Props = {
  posts: readonly NewsCard[];
  /** Shows the first post large, next to the next two. */
  hasLead?: boolean | undefined;
};

export function NewsGrid({ posts, hasLead = false }: Props) {
  // A lead needs at least two other posts beside it.
  const showsLead = hasLead && posts.length > 2;
  return (
    <ul className={classNames(styles.grid, showsLead && styles.withLead)}>
      {posts.map((post, place) => (
        <li key={post.id}>
          <PostCard post={post} isLead={showsLead && place === 0} />
        </li>
      ))}
    </ul>
  );
}

export function NewsGridSkeleton({ count, hasLead = false }: { count: number; hasLead?: boolean }) {
  const places = Array.from({ length: count }, (_, place) => place);
  return (
    <div className={classNames(styles.grid, hasLead && styles.withLead)} aria-hidden="true">
      {places.map((place) => (
        <div key={place}>
          <PostCardSkeleton isLead={hasLead && place === 0} />
        </div>
      ))}
    </div>
  );
}
