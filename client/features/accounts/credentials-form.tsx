import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FormEvent } from 'react';
import * as z from 'zod/mini';

import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { Button } from '#client/ui/button.tsx';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { EmailField, PasswordField } from '#client/ui/text-field.tsx';
import { Email } from '#shared/accounts.ts';

import { loadIdentity } from './identity.ts';
import { explainSignIn } from './provider-errors.ts';

import styles from './auth-form.module.css';

export type Credentials = z.infer<typeof Credentials>;
const Credentials = z.object({
  email: Email,
  password: z.string().check(z.minLength(1, 'Enter your password.')),
});

type Props = { onSubmit: (credentials: Credentials) => Promise<void> };

export function CredentialsForm({ onSubmit }: Props) {
  const { form, errors, show, clearError } = useFormErrors();
  const login = useMutation({
    mutationFn: onSubmit,
    onError: (error) => void showAlert(explainSignIn(error)),
  });
  useEffect(() => void loadIdentity(), []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    const { data, errors: found } = checkValues(Credentials, {
      email: readField(currentTarget, 'email'),
      password: readField(currentTarget, 'password'),
    });
    show(found ?? {});
    if (data) login.mutate(data);
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit} onInput={clearError}>
      <EmailField required name="email" label="Email" icon="mail" error={errors.email} />
      <PasswordField required name="password" label="Password" error={errors.password} />
      <Button type="submit" tone="primary" size="lg" block pending={login.isPending}>
        Log in
      </Button>
    </form>
  );
}
