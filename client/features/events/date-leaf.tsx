import { useZone } from '#client/lib/use-in-browser.ts';
import { classNames } from '#client/ui/class-names.ts';
import { partsOf } from '#shared/rules/dates.ts';

import styles from './date-leaf.module.css';

/** Looks like a calendar page. Decorative: the full date is next to it. */
export function DateLeaf({ start, className }: { start: number; className?: string | undefined }) {
  const { month, day, weekday } = partsOf(new Date(start), useZone());
  return (
    <div className={classNames(styles.leaf, className)} aria-hidden="true">
      <span className={styles.month}>{month.slice(0, 3)}</span>
      <span className={styles.day}>{day}</span>
      <span className={styles.weekday}>{weekday}</span>
    </div>
  );
}
