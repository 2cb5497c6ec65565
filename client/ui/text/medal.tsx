import { classNames } from '#client/ui/class-names.ts';

import styles from './medal.module.css';

type Props = { rank: number };

export function Medal({ rank }: Props) {
  const metal = [undefined, styles.gold, styles.silver, styles.bronze][rank];
  return <span className={metal ? classNames(styles.medal, metal) : styles.plain}>{rank}</span>;
}
