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
export function Stack<As extends ElementType = 'div'>({ gap = 5, className, ...rest }: Props<As>) {
  return box(rest, styles.stack, gap, className);
}

/** Makes as many columns of at least `min` as fit. */
export function Columns<As extends ElementType = 'div'>({
  gap = 4,
  min = 'md',
  className,
  ...rest
}: Props<As> & { min?: 'xs' | 'stat' | 'sm' | 'md' | 'lg' | undefined }) {
  return box(rest, styles.columns, gap, className, styles[min]);
}

/** Side by side, wrapping: buttons, chips, short facts. */
export function Row<As extends ElementType = 'div'>({
  gap = 3,
  spread,
  end,
  nowrap,
  align,
  className,
  ...rest
}: Props<As> & {
  /** The last one is at the end of the line. */
  spread?: boolean | undefined;
  /** At the end of the line. */
  end?: boolean | undefined;
  /** Stays in one line: an icon beside a text. */
  nowrap?: boolean | undefined;
  align?: 'start' | 'end' | 'baseline' | undefined;
}) {
  return box(
    rest,
    styles.row,
    gap,
    className,
    spread && styles.spread,
    end && styles.end,
    nowrap && styles.nowrap,
    align && styles[`align-${align}`],
  );
}

/** A main part and a second one beside it, below it on narrow screens. */
export function Split<As extends ElementType = 'div'>({
  gap = 6,
  second = 'half',
  sticky,
  className,
  ...rest
}: Props<As> & {
  second?: 'half' | 'smaller' | 'narrow' | undefined;
  /** The second part stays visible beside a long first one. */
  sticky?: boolean | undefined;
}) {
  return box(rest, styles.split, gap, className, styles[second], sticky && styles.sticky);
}

function box(
  { as: Element = 'div', ...rest }: { as?: ElementType | undefined },
  kind: string | undefined,
  gap: Gap,
  ...classes: (string | false | undefined)[]
) {
  return <Element {...rest} className={classNames(kind, styles[`gap-${gap}`], ...classes)} />;
}
