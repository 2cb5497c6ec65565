import type { ReactNode } from 'react';

import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { RollingNumber } from '#client/ui/text/rolling-number.tsx';

import styles from './stat.module.css';

type Props = {
  label: ReactNode;
  value: number | string;
  icon?: IconName | undefined;
  /** Shown under the number, e.g. a comparison or a period. */
  note?: ReactNode;
};

/** A labelled number. Put several in a `<dl>`. */
export function Stat({ label, value, icon, note }: Props) {
  return (
    <div className={styles.stat}>
      {icon && <Icon name={icon} size="lg" className={styles.icon} />}
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        {typeof value === 'number' ? <RollingNumber value={value} /> : value}
      </dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}
