import { type ReactNode, useId } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { useFieldNotes } from '#client/ui/field.tsx';

import styles from './tiles.module.css';

type Tile = {
  value: string;
  label: string;
  /** The picture of the choice, above its label. */
  content: ReactNode;
};

type Props = {
  legend: string;
  name: string;
  tiles: readonly Tile[];
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string | undefined;
  /** Small tiles show their label only to screen readers. */
  size?: 'small' | 'medium' | 'large';
};

/** A choice between things that are seen: radio buttons as pictures. */
export function Tiles({
  legend,
  name,
  tiles,
  value,
  onChange,
  hint,
  error,
  size = 'large',
}: Props) {
  const isSmall = size === 'small';
  const notes = useFieldNotes(useId(), hint, error);
  return (
    <fieldset className={styles.group} aria-describedby={notes.describedBy}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={classNames(styles.tiles, styles[size])}>
        {tiles.map((tile) => (
          <label key={tile.value} className={styles.tile} title={isSmall ? tile.label : undefined}>
            <input
              type="radio"
              name={name}
              value={tile.value}
              checked={tile.value === value}
              className={styles.radio}
              onChange={() => onChange(tile.value)}
            />
            {tile.content}
            <span className={isSmall ? 'visually-hidden' : styles.label}>{tile.label}</span>
          </label>
        ))}
      </div>
      {notes.content}
    </fieldset>
  );
}
