import { useBrand } from '#client/lib/site.ts';

import styles from './own-picture.module.css';

type Props = { className?: string | undefined; isLazy?: boolean };

/** The owner's picture, cut around the point that they chose. Nothing if the site shows our scenes. */
export function OwnPicture({ className, isLazy }: Props) {
  const { picture } = useBrand().hero;
  if (!picture) return null;
  return (
    <img
      src={picture.src}
      srcSet={picture.srcset}
      className={`${styles.own} ${className ?? ''}`}
      sizes="100vw"
      alt=""
      {...(isLazy ? { loading: 'lazy', decoding: 'async' } : { fetchPriority: 'high' })}
    />
  );
}
