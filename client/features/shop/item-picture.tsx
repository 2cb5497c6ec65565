import emblemUrl from '#client/art/emblem.svg';
import { classNames } from '#client/ui/class-names.ts';
import type { ShopItem } from '#shared/shop.ts';

import styles from './item-picture.module.css';

type Props = {
  item: Pick<ShopItem, 'image' | 'picture'>;
  /** How wide it is shown, as the `sizes` of an `img`. */
  sizes: string;
  className?: string | undefined;
};

/** Decoration: the name stands beside it. An item without a picture shows the site's crest. */
export function ItemPicture({ item: { image, picture }, sizes, className }: Props) {
  const src = picture?.src ?? image;
  return (
    <span className={classNames(styles.frame, className)}>
      {src ? (
        // By its address: else the crest would stand there, as large as it, until it has arrived.
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
        <img key="emblem" className={styles.emblem} src={emblemUrl} alt="" width="72" height="72" />
      )}
    </span>
  );
}
