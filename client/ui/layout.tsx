import type { ComponentProps, ElementType } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './layout.module.css';

type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 8;

type Props<As extends ElementType> = Omit<ComponentProps<As>, 'as'> & {
  as?: As | undefined;
  /** A step of the spacing scale. */
  gap?: Gap | undefined;
};

/** Everything below each other, with the same space between. */
export function Stack<As extends ElementType = 'div'>({
  as,
  gap = 5,
  className,
  ...rest
}: Props<As>) {
  const Element: ElementType = as ?? 'div';
  return (
    <Element {...rest} className={classNames(styles.stack, styles[`gap-${gap}`], className)} />
  );
}

/** As many columns of at least `min` as fit. */
export function Columns<As extends ElementType = 'div'>({
  as,
  gap = 4,
  min = 'md',
  className,
  ...rest
}: Props<As> & { min?: 'xs' | 'sm' | 'md' | 'lg' | undefined }) {
  const Element: ElementType = as ?? 'div';
  return (
    <Element
      {...rest}
      className={classNames(styles.columns, styles[min], styles[`gap-${gap}`], className)}
    />
  );
}

/** Side by side, wrapping: buttons, chips, short facts. */
export function Row<As extends ElementType = 'div'>({
  as,
  gap = 3,
  spread,
  end,
  align,
  className,
  ...rest
}: Props<As> & {
  /** The last one is at the end of the line. */
  spread?: boolean | undefined;
  /** All are at the end of the line. */
  end?: boolean | undefined;
  align?: 'start' | 'baseline' | 'end' | undefined;
}) {
  const Element: ElementType = as ?? 'div';
  return (
    <Element
      {...rest}
      className={classNames(
        styles.row,
        spread && styles.spread,
        end && styles.end,
        align && styles[`align-${align}`],
        styles[`gap-${gap}`],
        className,
      )}
    />
  );
}

/** A main part and a second one beside it, below it on narrow screens. */
export function Split<As extends ElementType = 'div'>({
  as,
  gap = 6,
  second = 'half',
  className,
  ...rest
}: Props<As> & { second?: 'half' | 'smaller' | 'narrow' | undefined }) {
  const Element: ElementType = as ?? 'div';
  return (
    <Element
      {...rest}
      className={classNames(styles.split, styles[second], styles[`gap-${gap}`], className)}
    />
  );
}
