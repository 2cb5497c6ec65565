import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { FormEvent } from 'react';
import * as z from 'zod/mini';

import { Button } from '#client/ui/button.tsx';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { Parchment } from '#client/ui/parchment.tsx';
import { EmailField } from '#client/ui/text-field.tsx';
import { Email } from '#shared/accounts.ts';

import { AuthScene } from './auth-scene.tsx';
import { checkValues, readField, useFormErrors } from './form-check.ts';
import { loadIdentity } from './identity.ts';
import { explainResetRequest } from './provider-errors.ts';
import { useCountdown } from './use-countdown.ts';

import styles from './auth-form.module.css';

const cooldownSeconds = 30;
const ResetRequest = z.object({ email: Email });

export function ResetPage() {
  const { form, errors, show, forgive } = useFormErrors();
  const { left, start } = useCountdown(cooldownSeconds);
  const note = useRef<HTMLDivElement>(null);
  const sending = useMutation({
    mutationFn: requestReset,
    onSuccess: () => {
      start();
      // The button that had the focus is disabled by now.
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
      lead="Tell us your address and a raven brings you a link to a new password."
      foot={<Link to="/login">Back to login</Link>}
    >
      <form ref={form} className={styles.form} noValidate onSubmit={submit} onInput={forgive}>
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
            Look into the inbox of <strong>{sending.variables}</strong>. The link works once and for
            a short while. Nothing there after some minutes? See among the unwanted mail, then send
            it again.
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
