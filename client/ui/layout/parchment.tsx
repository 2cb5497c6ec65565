import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './parchment.module.css';

type Props = ComponentProps<'div'> & {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
  media?: ReactNode;
  pad?: 'none' | 'md' | 'lg' | undefined;
  /** Lifts on hover. Put `parchmentCover` on the link inside to make the whole card clickable. */
  lifts?: boolean | undefined;
};

export const parchmentCover = styles.cover;

/** Only for reading: news, articles, poll questions, emails. Sets ink colours for its content. */
export function Parchment({ as, media, pad = 'md', lifts, className, children, ...rest }: Props) {
  // The four elements share their props, so the type of one is enough.
  const Box = (as ?? 'div') as 'div';
  return (
    <Box {...rest} className={classNames(styles.card, lifts && styles.lifts, className)}>
      {media && <div className={styles.media}>{media}</div>}
      <div className={classNames(styles.body, styles[`pad-${pad}`])}>{children}</div>
    </Box>
  );
}
