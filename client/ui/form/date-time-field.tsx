import type { ComponentProps } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Field, type FieldBasics } from '#client/ui/form/field.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';

import styles from './field.module.css';

type Props = FieldBasics &
  Omit<ComponentProps<'input'>, keyof FieldBasics | 'type'> & {
    type?: 'datetime-local' | 'date' | undefined;
  };

export function DateTimeField({ type = 'datetime-local', ...props }: Props) {
  return (
    <Field<ComponentProps<'input'>> {...props}>
      {(control) => (
        <div className={styles.wrap}>
          <input {...control} type={type} className={classNames(styles.control, styles.date)} />
          <Icon name="calendar" className={styles.chevron} />
        </div>
      )}
    </Field>
  );
}
