import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './page-heading.module.css';

type Props = {
  children: ReactNode;
  above?: ReactNode;
  /** One or two sentences under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  align?: 'start' | 'center' | undefined;
};

export function PageHeading({ children, above, lead, actions, align = 'start' }: Props) {
  return (
    <header className={classNames(styles.head, align === 'center' && styles.center)}>
      {above && <div className={styles.above}>{above}</div>}
      <div className={styles.text}>
        <h1 className={styles.title}>{children}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
