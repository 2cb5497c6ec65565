import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './loading.module.css';

type Props = {
  text: string;
  /** A skeleton of the final layout, shown behind the text. */
  children?: ReactNode;
  className?: string | undefined;
};

export function Loading({ text, children, className }: Props) {
  return (
    <div className={classNames(styles.loading, className)} aria-busy="true">
      {children}
      <output className={classNames(styles.text, children ? styles.over : styles.alone)}>
        <span className={styles.torch} aria-hidden="true" />
        {text}
      </output>
    </div>
  );
}
