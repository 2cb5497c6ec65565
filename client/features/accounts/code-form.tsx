import { useState } from 'react';
import type { ComponentProps } from 'react';

import { checkValues, useForm } from '#client/lib/form.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { confirmTwoFactor } from '#shared/endpoints/accounts.ts';

import styles from './code-form.module.css';

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
  const [isRecovery, setIsRecovery] = useState(false);
  const form = useForm({
    check: (fields) => {
      const { data } = checkValues(confirmTwoFactor.body!, fields);
      if (data) return { data };
      return { errors: { code: isRecovery ? 'Enter a recovery code.' : 'Enter the 6 digits.' } };
    },
    send: ({ code }) => onCode(code),
    onlyField: 'code',
  });
  return (
    <Form
      form={form}
      submitLabel={submitLabel}
      {...(isAside ? { tone: 'secondary' } : { size: 'lg', block: true })}
      buttons={
        <>
          {allowRecovery && (
            <Button tone="quiet" size="sm" onClick={() => setIsRecovery(!isRecovery)}>
              {isRecovery ? 'Use the App Instead' : 'Use a Recovery Code'}
            </Button>
          )}
          <Button tone="quiet" size={isAside ? 'md' : 'sm'} onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <CodeField
        // Remount for each kind of code, which also moves the focus.
        key={String(isRecovery)}
        ref={allowRecovery ? focusField : undefined}
        {...form.field('code')}
        {...(isRecovery ? recoveryField : appField)}
      />
    </Form>
  );
}

const appField = {
  label: 'Authentication code',
  hint: 'The 6 digits your authenticator app shows now.',
  inputMode: 'numeric',
} as const;

const recoveryField = {
  label: 'Recovery code',
  hint: 'One of the codes you saved when you set up two-factor. Each works once.',
  inputMode: 'text',
  autoComplete: 'off',
} as const;

export function CodeField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      required
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      className={styles.code}
      {...props}
    />
  );
}

export function focusField(field: HTMLInputElement | null) {
  field?.focus();
}
