import { classNames } from '#client/ui/class-names.ts';
import { formatNumber } from '#shared/rules/format-count.ts';

import styles from './medal.module.css';

type Props = { rank: number };

/** A number from the fourth rank on. */
export function Medal({ rank }: Props) {
  const metal = [undefined, styles.gold, styles.silver, styles.bronze][rank];
  return (
    <span className={metal ? classNames(styles.medal, metal) : styles.plain}>
      {formatNumber(rank)}
    </span>
  );
}
