import type { ComponentProps } from 'react';

import { Field, type FieldBasics } from '#client/ui/form/field.tsx';

import styles from './range-field.module.css';

type Props = Pick<FieldBasics, 'label' | 'hint' | 'className'> &
  Pick<ComponentProps<'input'>, 'min' | 'max' | 'step' | 'disabled' | 'name'> & {
    value: number;
    /** Shown beside the label and read out instead of the number. */
    valueText: string;
    onChange: (value: number) => void;
  };

export function RangeField({ label, hint, className, valueText, onChange, ...input }: Props) {
  return (
    <Field
      {...{ label, hint, className }}
      corner={
        <span className={styles.value} aria-hidden="true">
          {valueText}
        </span>
      }
    >
      {(control) => (
        <input
          {...input}
          {...control}
          type="range"
          aria-valuetext={valueText}
          className={styles.range}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </Field>
  );
}
