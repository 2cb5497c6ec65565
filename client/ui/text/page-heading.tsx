import type { ReactNode } from 'react';

import styles from './page-heading.module.css';

type Props = {
  children: ReactNode;
  above?: ReactNode;
  /** A small button in the line of the title. */
  beside?: ReactNode;
  /** One or two sentences under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
};

export function PageHeading({ children, above, beside, lead, actions }: Props) {
  return (
    <header className={styles.head}>
      {above && <div className={styles.above}>{above}</div>}
      <div className={styles.text}>
        <div className={styles.line}>
          <h1 className={styles.title}>{children}</h1>
          {beside}
        </div>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
