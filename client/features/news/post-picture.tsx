import emblemUrl from '#client/art/emblem.svg';
import { useBrand } from '#client/lib/site.ts';
import { classNames } from '#client/ui/class-names.ts';
import type { NewsCard } from '#shared/endpoints/news.ts';

import styles from './post-picture.module.css';

type Props = {
  post: Pick<NewsCard, 'title' | 'displayImage' | 'picture'>;
  sizes: string;
  /** Loads eagerly with high priority. */
  isFirst?: boolean | undefined;
  className?: string | undefined;
};

/** Reserves its space before the picture loads. A post without a picture shows the site's emblem. */
export function PostPicture({ post, sizes, isFirst, className }: Props) {
  const { logo } = useBrand();
  const { title, displayImage, picture } = post;
  const src = picture?.src ?? displayImage;
  return (
    <span className={classNames(styles.frame, className)}>
      {src ? (
        <img
          className={styles.picture}
          src={src}
          alt={`Illustration for ${title}`}
          {...(picture && {
            srcSet: picture.srcset,
            sizes,
            width: picture.width,
            height: picture.height,
          })}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
        />
      ) : (
        <span className={styles.plaque}>
          <img src={logo ?? emblemUrl} alt="" width="72" height="72" loading="lazy" />
        </span>
      )}
    </span>
  );
}
