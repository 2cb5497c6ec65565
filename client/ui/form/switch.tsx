import { type ReactNode, useId } from 'react';

import { useFieldNotes } from '#client/ui/form/field.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';

import styles from './switch.module.css';

type State = { checked: boolean; onChange: (checked: boolean) => void };

type FieldProps = State & {
  label: ReactNode;
  hint?: ReactNode;
};

/** A toggle that takes effect immediately. What a button saves is a checkbox. */
export function Switch({ label, checked, onChange }: State & { label: string }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      className={styles.switch}
      onClick={() => onChange(!checked)}
    >
      <Knob checked={checked} />
    </button>
  );
}

export function SwitchField({ label, hint, checked, onChange }: FieldProps) {
  const id = useId();
  const notes = useFieldNotes(id, hint, null);
  return (
    <div className={styles.field}>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-describedby={notes.describedBy}
        className={styles.switch}
        onClick={() => onChange(!checked)}
      >
        <Knob checked={checked} />
      </button>
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {notes.content}
      </div>
    </div>
  );
}

function Knob({ checked }: { checked: boolean }) {
  return (
    <span className={styles.knob}>
      <Icon name={checked ? 'check' : 'close'} />
    </span>
  );
}
