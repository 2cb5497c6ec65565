import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './loading.module.css';

type Props = {
  text: string;
  /** A skeleton of the final layout, shown behind the text. */
  children?: ReactNode;
};

export function Loading({ text, children }: Props) {
  return (
    <div className={styles.loading} aria-busy="true">
      {children}
      <output className={classNames(styles.text, children ? styles.over : styles.alone)}>
        <span className={styles.torch} aria-hidden="true" />
        {text}
      </output>
    </div>
  );
}
