import { type ComponentProps, useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Field, type FieldBasics } from '#client/ui/field.tsx';

import styles from './field.module.css';

type Props = FieldBasics & Omit<ComponentProps<'textarea'>, keyof FieldBasics>;

/** With `maxLength` it shows a counter, which screen readers announce only near the limit. */
export function TextareaField({
  id,
  label,
  hint,
  error,
  required,
  hideLabel,
  className,
  maxLength,
  onChange,
  ...rest
}: Props) {
  const [typed, setTyped] = useState(String(rest.defaultValue ?? '').length);
  const length = rest.value === undefined ? typed : String(rest.value).length;
  const near = maxLength !== undefined && maxLength - length <= Math.max(10, maxLength * 0.1);
  return (
    <Field
      {...{ id, label, hint, error, required, hideLabel, className }}
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
          {...rest}
          {...control}
          maxLength={maxLength}
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
