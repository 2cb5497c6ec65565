import type { ReactNode } from 'react';

import { useInBrowser } from '#client/lib/use-in-browser.ts';
import { classNames } from '#client/ui/class-names.ts';

import styles from './skeleton.module.css';

type Props = {
  /** Any CSS length. Use the size of the content that will replace it. */
  width?: string | undefined;
  height?: string | undefined;
  shape?: 'text' | 'block' | undefined;
  /** Uses a dark shimmer. */
  onParchment?: boolean | undefined;
  className?: string | undefined;
};

export function Skeleton({ width, height, shape = 'text', onParchment, className }: Props) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        styles.bone,
        styles[shape],
        onParchment && styles.onParchment,
        className,
      )}
      // The content security policy forbids style attributes in the first HTML.
      style={useInBrowser() ? { width, height } : undefined}
    />
  );
}

export function SkeletonText({
  lines = 3,
  onParchment,
}: {
  lines?: number;
  onParchment?: boolean;
}) {
  return (
    <span className={styles.lines} aria-hidden="true">
      {repeat(lines, (key) => (
        <Skeleton key={key} onParchment={onParchment} className={styles.line} />
      ))}
    </span>
  );
}

/** For skeletons of cards: `repeat(3, (key) => <Card key={key} />)`. */
export function repeat(count: number, render: (key: number) => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, key) => render(key));
}
