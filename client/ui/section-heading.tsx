import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './section-heading.module.css';

type Props = {
  children: ReactNode;
  level?: 2 | 3 | undefined;
  id?: string | undefined;
  /** A link or a small control at the end of the rule. */
  aside?: ReactNode;
  /** Drops the space above, for the first heading of a page. */
  first?: boolean | undefined;
  className?: string | undefined;
};

export function SectionHeading({ children, level = 2, id, aside, first, className }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={classNames(styles.row, first && styles.first, className)}>
      <Heading id={id} className={level === 2 ? styles.two : styles.three}>
        {children}
      </Heading>
      <span className={styles.rule} aria-hidden="true" />
      {aside}
    </div>
  );
}
