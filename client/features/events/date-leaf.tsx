import { useZone } from '#client/lib/use-in-browser.ts';
import { classNames } from '#client/ui/class-names.ts';

import styles from './date-leaf.module.css';

/** Looks like a calendar page. Decorative: the full date is next to it. */
export function DateLeaf({ start, className }: { start: number; className?: string | undefined }) {
  const timeZone = useZone();
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date(start));
  return (
    <div className={classNames(styles.leaf, className)} aria-hidden="true">
      {/* Browsers abbreviate months differently. */}
      <span className={styles.month} suppressHydrationWarning>
        {part({ month: 'short' })}
      </span>
      <span className={styles.day}>{part({ day: 'numeric' })}</span>
      <span className={styles.weekday} suppressHydrationWarning>
        {part({ weekday: 'short' })}
      </span>
    </div>
  );
}
