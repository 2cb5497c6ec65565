import type { ReactNode } from 'react';

import styles from './field-group.module.css';

type Props = { heading: string; children: ReactNode };

/** Fields of a part that belong together. */
export function FieldGroup({ heading, children }: Props) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{heading}</legend>
      {children}
    </fieldset>
  );
}
