import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { ChoiceGroup } from '#client/ui/form/choice.tsx';

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
  name,
  labels,
  value,
  onChange,
  size = 'large',
  children,
  ...group
}: Props<Value>) {
  const isSmall = size === 'small';
  // The record has no other keys.
  const values = Object.keys(labels) as Value[];
  return (
    <ChoiceGroup {...group}>
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
    </ChoiceGroup>
  );
}
