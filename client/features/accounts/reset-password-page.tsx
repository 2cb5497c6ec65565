import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import * as z from 'zod/mini';

import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { FormErrors } from '#client/ui/form-errors.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Parchment } from '#client/ui/parchment.tsx';
import { NewPassword } from '#shared/accounts.ts';

import { AuthScene } from './auth-scene.tsx';
import { loadIdentity } from './identity.ts';
import { Confirmation, mismatchText, PasswordPair } from './password-pair.tsx';
import { explainResetConfirm } from './provider-errors.ts';

import styles from './auth-form.module.css';

const Passwords = z.object({ password: NewPassword, confirm: Confirmation });

export function ResetPasswordPage() {
  // The router parses a code of digits as a number.
  const { oobCode } = useSearch({ strict: false }) as { oobCode?: string | number };
  if (!oobCode) return <InvalidLink text="Invalid or missing reset token." />;
  return <ResetWithCode code={`${oobCode}`} />;
}

function ResetWithCode({ code }: { code: string }) {
  const { status, data: email } = useQuery(resetCodeQuery(code));
  const reset = useMutation({ mutationFn: (password: string) => setPassword(code, password) });
  if (status === 'error') return <InvalidLink text="This reset link is invalid or has expired." />;
  if (reset.isSuccess) return <DoneNote />;
  return (
    <AuthScene
      icon="lock"
      heading="Set a new password"
      lead={email ? `For the account ${email}.` : 'This takes a moment.'}
    >
      {status === 'pending' ? (
        <Loading text="Checking your link..." />
      ) : (
        <NewPasswordForm
          onPassword={reset.mutate}
          isPending={reset.isPending}
          error={reset.error ? explainResetConfirm(reset.error) : undefined}
        />
      )}
    </AuthScene>
  );
}

type FormProps = {
  onPassword: (password: string) => void;
  isPending: boolean;
  error: string | undefined;
};

function NewPasswordForm({ onPassword, isPending, error }: FormProps) {
  const { form, errors, show, clearError } = useFormErrors();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = readField(event.currentTarget, 'password');
    const confirm = readField(event.currentTarget, 'confirm');
    const isMismatch = password !== '' && confirm !== '' && password !== confirm;
    const { data, errors: found } = checkValues(Passwords, { password, confirm });
    show(isMismatch ? { confirm: mismatchText } : (found ?? {}));
    if (data && !isMismatch) onPassword(data.password);
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit} onInput={clearError}>
      <FormErrors problems={error ? [{ message: error }] : []} />
      <PasswordPair label="New password" errors={errors} />
      <Button type="submit" tone="primary" size="lg" block pending={isPending}>
        Reset Password
      </Button>
    </form>
  );
}

function DoneNote() {
  return (
    <AuthScene takeFocus icon="check" heading="Password changed" lead="The lock has a new key.">
      <Parchment className={styles.note}>
        <p>Your password has been reset. The old one no longer works: log in with the new one.</p>
      </Parchment>
      <Link to="/login" className={buttonClass({ tone: 'primary', size: 'lg', block: true })}>
        Go to login
      </Link>
    </AuthScene>
  );
}

function InvalidLink({ text }: { text: string }) {
  return (
    <AuthScene
      icon="lock"
      heading="Set a new password"
      lead="Reset links work once and only for a short while."
      foot={<Link to="/login">Back to login</Link>}
    >
      <Callout tone="danger" live>
        {text}
      </Callout>
      <Link to="/reset" className={buttonClass({ tone: 'primary', size: 'lg', block: true })}>
        Request a new link
      </Link>
    </AuthScene>
  );
}

function resetCodeQuery(code: string) {
  return queryOptions({
    queryKey: ['reset-code', code],
    queryFn: async () => (await loadIdentity()).verifyResetCode(code),
    // Check once: after the code has been used, a second check would report it as invalid.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnMount: false,
  });
}

async function setPassword(code: string, password: string): Promise<void> {
  const { confirmReset } = await loadIdentity();
  await confirmReset(code, password);
}
