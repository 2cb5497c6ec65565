import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './section-heading.module.css';

type Props = {
  children: ReactNode;
  id?: string | undefined;
  /** A link or a small control at the end of the rule. */
  aside?: ReactNode;
  /** Drops the space above, for the first heading of a page. */
  first?: boolean | undefined;
};

export function SectionHeading({ children, id, aside, first }: Props) {
  return (
    <div className={classNames(styles.row, first && styles.first)}>
      <h2 id={id} className={styles.heading}>
        {children}
      </h2>
      <span className={styles.rule} aria-hidden="true" />
      {aside}
    </div>
  );
}
