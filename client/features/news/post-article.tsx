import type { ReactNode } from 'react';

import { useLabel } from '#client/lib/labels.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Skeleton, SkeletonText } from '#client/ui/feedback/skeleton.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { LocalTime } from '#client/ui/text/local-time.tsx';
import type { NewsPost } from '#shared/endpoints/news.ts';
import { formatMediumDateTime, toIso } from '#shared/rules/dates.ts';
import { postPictureSizes } from '#shared/rules/news-display.ts';

import { hasLongOpening } from './long-opening.ts';
import { PostPicture } from './post-picture.tsx';

import styles from './post-article.module.css';

type Props = {
  post: Omit<NewsPost, 'id'>;
  foot?: ReactNode;
};

export function PostArticle({ post, foot }: Props) {
  const { title, content, createdAt } = post;
  const { name, icon, tone } = useLabel('news', post.category);
  const hasPicture = Boolean(post.picture ?? post.displayImage);
  return (
    <Parchment
      as="article"
      pad="none"
      className={styles.sheet}
      media={
        hasPicture && (
          <PostPicture post={post} isFirst className={styles.picture} sizes={postPictureSizes} />
        )
      }
    >
      <div className={styles.page}>
        <header className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.facts}>
            <LocalTime
              iso={toIso(createdAt)}
              text={(timeZone) => formatMediumDateTime(createdAt, { timeZone })}
            />
            <Chip tone={tone} icon={icon}>
              {name}
            </Chip>
          </p>
        </header>
        {/* The server sanitises content when it is saved and again when it is read. */}
        <div
          className={classNames(
            'prose',
            hasLongOpening(content) && 'prose-dropcap',
            styles.content,
          )}
          dangerouslySetInnerHTML={{ __html: content }}
        />
        {foot && <footer className={styles.foot}>{foot}</footer>}
      </div>
    </Parchment>
  );
}

export function PostArticleSkeleton() {
  return (
    <Parchment
      pad="none"
      className={styles.sheet}
      media={<span className={`${styles.picture} ${styles.blank}`} />}
    >
      <div className={styles.page}>
        <div className={styles.head}>
          <Skeleton onParchment height="2.6rem" width="70%" />
          <Skeleton onParchment width="16em" />
        </div>
        <div className={`prose ${styles.content}`}>
          <SkeletonText onParchment lines={5} />
          <SkeletonText onParchment lines={4} />
        </div>
      </div>
    </Parchment>
  );
}
