import type { ReactNode } from 'react';

import { describeTimeLeft, stepFor } from '#client/lib/time-left.ts';
import { useNow } from '#client/lib/use-now.ts';

type Props = {
  /** Milliseconds since 1970. NaN and the past render `over`. */
  until: number;
  /** Puts the time into a sentence: `(left) => <>Starts in {left}</>`. */
  children: (left: string) => ReactNode;
  over?: ReactNode;
};

/** The time left, kept up to date. Not a live region: screen readers must not announce it every second. */
export function Countdown({ until, children, over = null }: Props) {
  const left = until - useNow(stepFor(until - useNow(60_000)));
  return left > 0 ? children(describeTimeLeft(left)) : over;
}
