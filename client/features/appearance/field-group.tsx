import type { ReactNode } from 'react';

import { Stack } from '#client/ui/layout/layout.tsx';

import styles from './field-group.module.css';

type Props = { heading: string; children: ReactNode };

export function FieldGroup({ heading, children }: Props) {
  return (
    <Stack as="fieldset" gap={4}>
      <legend className={styles.legend}>{heading}</legend>
      {children}
    </Stack>
  );
}
