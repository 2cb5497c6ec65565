import type { ReactNode } from 'react';

import styles from './page-heading.module.css';

type Props = {
  children: ReactNode;
  above?: ReactNode;
  /** One or two sentences under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
};

export function PageHeading({ children, above, lead, actions }: Props) {
  return (
    <header className={styles.head}>
      {above && <div className={styles.above}>{above}</div>}
      <div className={styles.text}>
        <h1 className={styles.title}>{children}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
