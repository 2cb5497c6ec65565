import type { ComponentProps, ElementType, ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './text.module.css';

type Props<As extends ElementType> = Omit<ComponentProps<As>, 'as' | 'size'> & {
  as?: As | undefined;
  /** By default the colour of the surroundings. */
  tone?: 'muted' | 'soft' | 'bright' | 'gold' | 'good' | 'warning' | 'bad' | undefined;
  /** A step of the type scale, in the sans serif face. By default size and face of the surroundings. */
  size?: 'sm' | 'md' | 'lg' | undefined;
  strong?: boolean | undefined;
  centred?: boolean | undefined;
  /** Digits of equal width, for times and figures below each other. */
  figures?: boolean | undefined;
  /** Long words, such as addresses, may break anywhere. */
  breaks?: boolean | undefined;
};

/** A paragraph, or with `as` any other text. */
export function Text<As extends ElementType = 'p'>({
  as,
  tone,
  size,
  strong,
  centred,
  figures,
  breaks,
  className,
  ...rest
}: Props<As>) {
  const Element: ElementType = as ?? 'p';
  return (
    <Element
      {...rest}
      className={classNames(
        tone && styles[tone],
        size && styles[size],
        strong && styles.strong,
        centred && styles.centred,
        figures && styles.figures,
        breaks && styles.breaks,
        className,
      )}
    />
  );
}

export function Muted({ children }: { children: ReactNode }) {
  return <span className={styles.muted}>{children}</span>;
}

/** A sentence about what is beside it. */
export function Hint({ children }: { children: ReactNode }) {
  return <p className={classNames(styles.muted, styles.md)}>{children}</p>;
}

export function Legend({ children }: { children: ReactNode }) {
  return <legend className={styles.legend}>{children}</legend>;
}
