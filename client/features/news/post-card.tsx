import { Link } from '@tanstack/react-router';

import { useLabel } from '#client/lib/labels.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Skeleton, SkeletonText } from '#client/ui/feedback/skeleton.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Parchment, parchmentCover } from '#client/ui/layout/parchment.tsx';
import { LocalTime } from '#client/ui/text/local-time.tsx';
import type { NewsCard } from '#shared/endpoints/news.ts';
import { formatLongDate, toIso } from '#shared/rules/dates.ts';

import { PostPicture } from './post-picture.tsx';

import styles from './post-card.module.css';

type Props = {
  post: NewsCard;
  /** Larger on wide screens. */
  isLead?: boolean | undefined;
};

export function PostCard({ post, isLead }: Props) {
  const { id, title, teaser, createdAt } = post;
  const category = useLabel('news', post.category);
  return (
    <Parchment
      as="article"
      lifts
      pad="none"
      className={classNames(styles.card, isLead && styles.lead)}
      media={
        <PostPicture
          post={post}
          className={styles.picture}
          sizes={
            isLead
              ? '(min-width: 1000px) 760px, (min-width: 640px) 50vw, 100vw'
              : '(min-width: 1000px) 580px, (min-width: 640px) 50vw, 100vw'
          }
        />
      }
    >
      <div className={styles.body}>
        <span className={styles.seal} aria-hidden="true">
          <Icon name={category.icon} />
        </span>
        <p className={styles.facts}>
          <LocalTime
            iso={toIso(createdAt)}
            text={(timeZone) => formatLongDate(createdAt, { timeZone })}
          />
          <span>{category.name}</span>
        </p>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.teaser}>{teaser}</p>
        <p className={styles.more}>
          <Link to="/news/$id" params={{ id }} className={parchmentCover}>
            Read more<span className="visually-hidden"> about {title}</span>
          </Link>
          <Icon name="arrow-right" />
        </p>
      </div>
    </Parchment>
  );
}

export function PostCardSkeleton({ isLead }: { isLead?: boolean | undefined }) {
  return (
    <Parchment
      pad="none"
      className={classNames(styles.card, isLead && styles.lead)}
      media={<span className={classNames(styles.picture, styles.blank)} />}
    >
      <div className={styles.body}>
        <p className={styles.facts}>
          <Skeleton onParchment width="9em" />
        </p>
        <p className={styles.title}>
          <Skeleton onParchment width="80%" />
        </p>
        <div className={styles.teaser}>
          <SkeletonText onParchment lines={2} />
        </div>
        <p className={styles.more}>
          <Skeleton onParchment width="6em" />
        </p>
      </div>
    </Parchment>
  );
}
