/**
 * Some changes need a recent sign-in. The server decides: when it answers so, the player confirms with
 * the password and the change is sent again.
 */
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import * as z from 'zod/mini';

import { call } from '#client/lib/api.ts';
import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { provideFreshSignIn } from '#client/lib/fresh-sign-in.ts';
import { useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { PasswordField, TextField } from '#client/ui/text-field.tsx';
import { AppError } from '#shared/errors.ts';

import { loadIdentity } from './identity.ts';
import { explainSignIn } from './provider-errors.ts';

import styles from './auth-form.module.css';

/** Runs a change, asking for the password if the server requires it; undefined if the player cancels. */
export type RunFresh = <T>(change: () => Promise<T>) => Promise<T | undefined>;

/** Covers a whole area: every call to an endpoint that needs a recent sign-in shows the dialog. */
export function FreshSignIn() {
  const { email } = useSession();
  const { confirmSignIn, dialog } = useConfirmSignIn(email);
  useEffect(() => provideFreshSignIn(confirmSignIn), [confirmSignIn]);
  return dialog;
}

export function useFreshSignIn(email: string) {
  const { confirmSignIn, dialog } = useConfirmSignIn(email);

  async function runFresh<T>(change: () => Promise<T>): Promise<T | undefined> {
    try {
      return await change();
    } catch (error) {
      if (!hasErrorCode(error, 'accounts/reauthentication-required')) throw error;
    }
    return (await confirmSignIn()) ? change() : undefined;
  }

  return { runFresh, dialog };
}

function useConfirmSignIn(email: string) {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  const pending = useRef<Promise<boolean>>(undefined);
  /** Concurrent changes share one dialog. */
  const confirmSignIn = useCallback(() => {
    pending.current ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
      pending.current = undefined;
      setAnswer(undefined);
    });
    return pending.current;
  }, []);
  const dialog = answer && <ConfirmDialog email={email} onAnswer={answer} />;
  return { confirmSignIn, dialog };
}

const Proof = z.object({
  password: z.string().check(z.minLength(1, 'Enter your password.')),
  code: z.optional(z.string().check(z.trim(), z.minLength(6, 'Enter your authentication code.'))),
});

type Props = { email: string; onAnswer: (isConfirmed: boolean) => void };

function ConfirmDialog({ email, onAnswer }: Props) {
  const { form, errors, show, clearError } = useFormErrors();
  const [needsCode, setNeedsCode] = useState(false);
  const confirming = useMutation({
    mutationFn: (proof: z.infer<typeof Proof>) => confirm(email, proof),
    onSuccess: () => onAnswer(true),
    onError: (error) => {
      if (hasErrorCode(error, 'accounts/two-factor-required')) return setNeedsCode(true);
      const field = error instanceof AppError && needsCode ? 'code' : 'password';
      return show({ [field]: explainSignIn(error) });
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { data, errors: found } = checkValues(Proof, {
      password: readField(event.currentTarget, 'password'),
      ...(needsCode && { code: readField(event.currentTarget, 'code') }),
    });
    show(found ?? {});
    if (data) confirming.mutate(data);
  }

  return (
    <Dialog
      size="sm"
      title="Confirm it is you"
      closeOnBackdrop={false}
      onClose={() => onAnswer(false)}
    >
      <form ref={form} className={styles.form} noValidate onSubmit={submit} onInput={clearError}>
        <p>You signed in a while ago. Enter your current password to make this change.</p>
        <PasswordField required name="password" label="Current password" error={errors.password} />
        {needsCode && (
          <TextField
            ref={focusField}
            required
            name="code"
            label="Authentication code"
            hint="The 6 digits from your app, or a recovery code."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            className={styles.code}
            error={errors.code}
          />
        )}
        <Button type="submit" tone="primary" block pending={confirming.isPending}>
          Confirm
        </Button>
      </form>
    </Dialog>
  );
}

async function confirm(email: string, { password, code }: z.infer<typeof Proof>): Promise<void> {
  const { signIn } = await loadIdentity();
  const idToken = await signIn(email, password);
  await call('POST /auth/reauthenticate', { body: { idToken, ...(code && { code }) } });
}

function hasErrorCode(error: unknown, code: AppError['code']): boolean {
  return error instanceof AppError && error.code === code;
}

function focusField(field: HTMLInputElement | null) {
  field?.focus();
}
