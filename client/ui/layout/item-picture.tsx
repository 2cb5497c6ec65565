import emblemUrl from '#client/art/emblem.svg';
import { useBrand } from '#client/lib/site.ts';
import { classNames } from '#client/ui/class-names.ts';
import type { ShopItem } from '#shared/endpoints/shop.ts';

import styles from './item-picture.module.css';

type Props = {
  item: Pick<ShopItem, 'image' | 'picture'>;
  sizes: string;
  className?: string | undefined;
};

/** Decorative, because the name is shown next to it. Falls back to the site's emblem. */
export function ItemPicture({ item: { image, picture }, sizes, className }: Props) {
  const { logo } = useBrand();
  const src = picture?.src ?? image;
  return (
    <span className={classNames(styles.frame, className)}>
      {src ? (
        // Keyed by URL: a reused element would show the emblem, enlarged, until the picture has loaded.
        <img
          key={src}
          className={styles.picture}
          src={src}
          alt=""
          {...(picture && {
            srcSet: picture.srcset,
            sizes,
            width: picture.width,
            height: picture.height,
          })}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <img
          key="emblem"
          className={styles.emblem}
          src={logo ?? emblemUrl}
          alt=""
          width="72"
          height="72"
        />
      )}
    </span>
  );
}
