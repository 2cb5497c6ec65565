import { type ReactNode, useId } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';

import styles from './field.module.css';

export type FieldBasics = {
  label: ReactNode;
  hint?: ReactNode;
  /** Shown under the control and read out with it. If set, the control is marked invalid. */
  error?: string | null | undefined;
  required?: boolean | undefined;
  hideLabel?: boolean | undefined;
  className?: string | undefined;
};

export type ControlProps = {
  id: string;
  required: boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type Props<Input> = FieldBasics & {
  id?: string | undefined;
  /** Shown at the end of the label's line, e.g. a counter. */
  corner?: ReactNode;
  children: (control: Input & ControlProps) => ReactNode;
};

/** Label, hint and error around any control, which gets the attributes that link them and all other props. */
export function Field<Input extends object = object>({
  id,
  label,
  hint,
  error,
  required,
  hideLabel,
  corner,
  className,
  children,
  ...input
}: Props<Input> & Omit<Input, 'children'>) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const notes = useFieldNotes(controlId, hint, error);
  return (
    <div className={classNames(styles.field, className)}>
      <div className={classNames(styles.top, hideLabel && 'visually-hidden')}>
        <label
          htmlFor={controlId}
          className={classNames(styles.label, required && styles.required)}
        >
          {label}
        </label>
        {corner}
      </div>
      {children({
        // The cast is safe: it is what the field itself does not use.
        ...(input as unknown as Input),
        id: controlId,
        required,
        'aria-describedby': notes.describedBy,
        'aria-invalid': error ? true : undefined,
      })}
      {notes.content}
    </div>
  );
}

export function useFieldNotes(
  controlId: string,
  hint: ReactNode,
  error: string | null | undefined,
): { describedBy: string | undefined; content: ReactNode } {
  // A rule that is both hint and error is shown once.
  const shownHint = hint === error ? undefined : hint;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  return {
    describedBy: classNames(error && errorId, shownHint ? hintId : null) || undefined,
    content: (
      <>
        {shownHint && (
          <p className={styles.hint} id={hintId}>
            {shownHint}
          </p>
        )}
        {error && (
          <p className={styles.error} id={errorId}>
            <Icon name="danger" />
            {error}
          </p>
        )}
      </>
    ),
  };
}
