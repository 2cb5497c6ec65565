import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { FormEvent } from 'react';
import * as z from 'zod/mini';

import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { Button } from '#client/ui/button.tsx';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { Parchment } from '#client/ui/parchment.tsx';
import { EmailField } from '#client/ui/text-field.tsx';
import { Email } from '#shared/accounts.ts';

import { AuthScene } from './auth-scene.tsx';
import { loadIdentity } from './identity.ts';
import { explainResetRequest } from './provider-errors.ts';
import { useCountdown } from './use-countdown.ts';

import styles from './auth-form.module.css';

const cooldownSeconds = 30;
const ResetRequest = z.object({ email: Email });

export function ResetPage() {
  const { form, errors, show, clearError } = useFormErrors();
  const { left, start } = useCountdown(cooldownSeconds);
  const note = useRef<HTMLDivElement>(null);
  const sending = useMutation({
    mutationFn: requestReset,
    onSuccess: () => {
      start();
      // Move the focus: the button that had it is now disabled.
      void showAlert('Password reset email sent!').then(() => note.current?.focus());
    },
    onError: (error) => void showAlert(explainResetRequest(error)),
  });
  useEffect(() => void loadIdentity(), []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = { email: readField(event.currentTarget, 'email') };
    const { data, errors: found } = checkValues(ResetRequest, values);
    show(found ?? {});
    if (data) sending.mutate(data.email);
  }

  return (
    <AuthScene
      icon="mail"
      heading="Reset your password"
      lead="Enter your email address and a raven brings you a link to set a new password."
      foot={<Link to="/login">Back to login</Link>}
    >
      <form ref={form} className={styles.form} noValidate onSubmit={submit} onInput={clearError}>
        <EmailField required name="email" label="Email" icon="mail" error={errors.email} />
        <Button
          type="submit"
          tone="primary"
          size="lg"
          block
          disabled={sending.isPending || left > 0}
          pending={sending.isPending}
        >
          {left > 0 ? `Wait ${left}s...` : 'Send Reset Link'}
        </Button>
      </form>
      {sending.isSuccess && (
        <Parchment ref={note} tabIndex={-1} className={styles.note}>
          <p>
            Check the inbox of <strong>{sending.variables}</strong>. The link works once and only
            for a short while. Nothing there after a few minutes? Check your spam folder, then try
            again.
          </p>
        </Parchment>
      )}
    </AuthScene>
  );
}

async function requestReset(email: string): Promise<void> {
  const { sendReset } = await loadIdentity();
  await sendReset(email);
}
