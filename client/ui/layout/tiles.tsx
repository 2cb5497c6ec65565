import { type ReactNode, useId } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { useFieldNotes } from '#client/ui/form/field.tsx';

import styles from './tiles.module.css';

type Props<Value extends string> = {
  legend: string;
  name: string;
  /** The label of each value, in the order of the tiles. */
  labels: Readonly<Partial<Record<Value, string>>>;
  value: Value;
  onChange: (value: Value) => void;
  hint?: ReactNode;
  error?: string | undefined;
  /** Small tiles show their label only to screen readers. */
  size?: 'small' | 'medium' | 'large';
  /** The picture of a choice, above its label. */
  children: (value: Value) => ReactNode;
};

/** A choice between things that are seen: radio buttons as pictures. */
export function Tiles<Value extends string>({
  legend,
  name,
  labels,
  value,
  onChange,
  hint,
  error,
  size = 'large',
  children,
}: Props<Value>) {
  const isSmall = size === 'small';
  // The record has no other keys.
  const values = Object.keys(labels) as Value[];
  const notes = useFieldNotes(useId(), hint, error);
  return (
    <fieldset className={styles.group} aria-describedby={notes.describedBy}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={classNames(styles.tiles, styles[size])}>
        {values.map((one) => (
          <label key={one} className={styles.tile} title={isSmall ? labels[one] : undefined}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === value}
              className={styles.radio}
              onChange={() => onChange(one)}
            />
            {children(one)}
            <span className={isSmall ? 'visually-hidden' : styles.label}>{labels[one]}</span>
          </label>
        ))}
      </div>
      {notes.content}
    </fieldset>
  );
}
