import type { ReactNode } from 'react';

import styles from './part-hint.module.css';

export function PartHint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>;
}
