import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';

import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { confirmTwoFactor } from '#shared/accounts.ts';

import { textOf } from './refusals.ts';

import styles from './auth-form.module.css';

type Props = {
  submitLabel: string;
  /** Rejections are shown beside the field. */
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
  /** Also accepts a recovery code, which needs a phone keyboard with letters. */
  allowRecovery?: boolean | undefined;
  /** Another form on the page has the primary button. */
  isAside?: boolean | undefined;
};

export function CodeForm({ submitLabel, onCode, onCancel, allowRecovery, isAside }: Props) {
  const { form, errors, show, clearError } = useFormErrors();
  const [isRecovery, setIsRecovery] = useState(false);
  const sending = useMutation({
    mutationFn: onCode,
    onError: (error) => show({ code: textOf(error) }),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = readField(event.currentTarget, 'code');
    const { data } = checkValues(confirmTwoFactor.body!, { code });
    show(data ? {} : { code: isRecovery ? 'Enter a recovery code.' : 'Enter the 6 digits.' });
    if (data) sending.mutate(data.code);
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit} onInput={clearError}>
      <TextField
        // Remount for each kind of code, which also moves the focus.
        key={String(isRecovery)}
        ref={allowRecovery ? focusField : undefined}
        required
        name="code"
        label={isRecovery ? 'Recovery code' : 'Authentication code'}
        hint={isRecovery ? recoveryHint : 'The 6 digits your authenticator app shows now.'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        className={styles.code}
        error={errors.code}
      />
      <div className={styles.buttons}>
        <Button
          type="submit"
          {...(isAside ? {} : { tone: 'primary', size: 'lg', block: true })}
          pending={sending.isPending}
        >
          {submitLabel}
        </Button>
        {allowRecovery && (
          <Button tone="quiet" size="sm" onClick={() => setIsRecovery(!isRecovery)}>
            {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
          </Button>
        )}
        <Button tone="quiet" size={isAside ? 'md' : 'sm'} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const recoveryHint = 'One of the codes you saved when you set up two-factor. Each works once.';

function focusField(field: HTMLInputElement | null) {
  field?.focus();
}
