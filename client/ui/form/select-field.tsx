import type { ComponentProps } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Field, type FieldBasics } from '#client/ui/form/field.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';

import styles from './field.module.css';

type Props = FieldBasics &
  Omit<ComponentProps<'select'>, keyof FieldBasics> & {
    /** Instead of `<option>` children. */
    options?: readonly (string | { value: string; label: string })[] | undefined;
    /** The first option, with an empty value. */
    placeholder?: string | undefined;
  };

export function SelectField({ options, placeholder, children, ...props }: Props) {
  return (
    <Field<ComponentProps<'select'>> {...props}>
      {(control) => (
        <div className={styles.wrap}>
          <select {...control} className={classNames(styles.control, styles.select)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options?.map((option) => {
              const { value, label } =
                typeof option === 'string' ? { value: option, label: option } : option;
              return (
                <option key={value} value={value}>
                  {label}
                </option>
              );
            })}
            {children}
          </select>
          <Icon name="chevron-down" className={styles.chevron} />
        </div>
      )}
    </Field>
  );
}
