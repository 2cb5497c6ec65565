import { type ComponentProps, type ReactNode, useId } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { useFieldNotes } from '#client/ui/form/field.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';

import styles from './choice.module.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
};

export type RadioCard = {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  icon?: IconName | undefined;
  disabled?: boolean | undefined;
};

type RadioCardsProps = {
  legend: ReactNode;
  name: string;
  options: readonly RadioCard[];
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** Cards side by side where there is room. */
  inline?: boolean | undefined;
};

export function Checkbox({ id, label, hint, error, className, ...rest }: CheckboxProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const notes = useFieldNotes(controlId, hint, error);
  return (
    <div className={classNames(styles.check, className)}>
      <input
        {...rest}
        id={controlId}
        type="checkbox"
        className={classNames(styles.box, styles.square)}
        aria-describedby={notes.describedBy}
        aria-invalid={error ? true : undefined}
      />
      <div>
        <label htmlFor={controlId} className={styles.label}>
          {label}
        </label>
        {notes.content}
      </div>
    </div>
  );
}

type TickProps = Omit<ComponentProps<'input'>, 'type' | 'aria-label'> & { label: string };

/** A checkbox whose label is only for screen readers, e.g. of a row. */
export function Tick({ label, ...rest }: TickProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      aria-label={label}
      className={classNames(styles.box, styles.square)}
    />
  );
}

type GroupProps = Pick<CheckboxProps, 'hint' | 'error'> & {
  legend: ReactNode;
  children: ReactNode;
};

/** Choices with their legend, hint and error. */
export function ChoiceGroup({ legend, hint, error, children }: GroupProps) {
  const notes = useFieldNotes(useId(), hint, error);
  return (
    <fieldset className={styles.group} aria-describedby={notes.describedBy}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
      {notes.content}
    </fieldset>
  );
}

export function RadioCards({ name, options, value, onChange, inline, ...group }: RadioCardsProps) {
  return (
    <ChoiceGroup {...group}>
      <div className={classNames(styles.cards, inline && styles.inline)}>
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              name={name}
              value={option.value}
              disabled={option.disabled}
              className={classNames(styles.box, styles.round)}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <Icon name={option.icon} size="md" className={styles.icon} />}
            <span>
              <span className={styles.label}>{option.label}</span>
              {option.description && (
                <span className={styles.description}>{option.description}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  );
}
