import { classNames } from '#client/ui/class-names.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { formatCompact } from './format-compact.ts';

import styles from './rank-change.module.css';

/** Always rendered, so that the column does not jump when the changes arrive. */
export function RankChange({ change = 0 }: { change?: number | undefined }) {
  if (change === 0) return <span className={styles.change} />;
  const isUp = change > 0;
  const count = Math.abs(change);
  const text = `${isUp ? 'Up' : 'Down'} ${formatCount(count, 'rank')} this week`;
  return (
    <span className={classNames(styles.change, isUp ? styles.up : styles.down)} title={text}>
      <span className={styles.count} aria-hidden="true">
        {formatCompact(count)}
      </span>
      <span className="visually-hidden"> {text}</span>
    </span>
  );
}
