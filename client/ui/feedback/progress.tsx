import { type ReactNode, useId } from 'react';

import styles from './progress.module.css';

type Props = {
  label: ReactNode;
  /** 0 to 1. */
  value: number;
  /** Shown at the end of the line and read out, e.g. `62%` or `1,240 of 2,000`. */
  valueText?: string | undefined;
};

export function Progress({ label, value, valueText }: Props) {
  const id = useId();
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 1000) / 10;
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        <span id={id}>{label}</span>
        <span className={styles.value}>{valueText}</span>
      </div>
      <progress
        aria-labelledby={id}
        aria-valuetext={valueText}
        max={100}
        value={percent}
        className={styles.bar}
      />
    </div>
  );
}
