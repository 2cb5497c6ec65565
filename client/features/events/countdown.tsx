import { describeTimeLeft, stepFor } from '#client/lib/time-left.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Icon } from '#client/ui/icon.tsx';

import styles from './countdown.module.css';

/** Not a live region: screen readers must not announce it every second. */
export function Countdown({ start }: { start: number }) {
  const step = stepFor(start - useNow(60_000));
  const left = start - useNow(step);
  if (left <= 0) return null;
  return (
    <span className={styles.countdown}>
      <Icon name="clock" />
      Starts in {describeTimeLeft(left)}
    </span>
  );
}
