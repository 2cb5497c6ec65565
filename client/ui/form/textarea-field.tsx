import { type ComponentProps, useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Field, type FieldBasics } from '#client/ui/form/field.tsx';

import styles from './field.module.css';

type Props = FieldBasics & Omit<ComponentProps<'textarea'>, keyof FieldBasics>;

/** With `maxLength` it shows a counter, which screen readers announce only near the limit. */
export function TextareaField({ onChange, ...props }: Props) {
  const { defaultValue = '', value, maxLength } = props;
  const [typed, setTyped] = useState(String(defaultValue).length);
  const length = value === undefined ? typed : String(value).length;
  const near = maxLength !== undefined && maxLength - length <= Math.max(10, maxLength * 0.1);
  return (
    <Field<ComponentProps<'textarea'>>
      {...props}
      corner={
        maxLength !== undefined && (
          <span
            className={classNames(styles.counter, near && styles.near)}
            aria-live={near ? 'polite' : 'off'}
          >
            {length} / {maxLength}
          </span>
        )
      }
    >
      {(control) => (
        <textarea
          {...control}
          className={classNames(styles.control, styles.area)}
          onChange={(event) => {
            setTyped(event.target.value.length);
            onChange?.(event);
          }}
        />
      )}
    </Field>
  );
}
