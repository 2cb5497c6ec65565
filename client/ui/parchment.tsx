import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './parchment.module.css';

type Props = ComponentProps<'div'> & {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
  /** Reaches the card's edge, above the text: a scene or a photograph. */
  media?: ReactNode;
  pad?: 'none' | 'md' | 'lg' | undefined;
  /** Lifts under the pointer; put `parchmentCover` on the one link inside to make the whole card its target. */
  lifts?: boolean | undefined;
};

/** For the link inside a lifting card. */
export const parchmentCover = styles.cover;

/** Only for reading: news, articles, poll questions, mail. Colours inside turn to ink by themselves. */
export function Parchment({ as, media, pad = 'md', lifts, className, children, ...rest }: Props) {
  // The four share their props; one of them has to stand in for the type.
  const Box = (as ?? 'div') as 'div';
  return (
    <Box {...rest} className={classNames(styles.card, lifts && styles.lifts, className)}>
      {media && <div className={styles.media}>{media}</div>}
      <div className={classNames(styles.body, styles[`pad-${pad}`])}>{children}</div>
    </Box>
  );
}
