import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import * as z from 'zod/mini';

import { call } from '#client/lib/api.ts';
import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { site } from '#client/lib/site.ts';
import { Button } from '#client/ui/button.tsx';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { EmailField, TextField } from '#client/ui/text-field.tsx';
import { registerAccount } from '#shared/accounts.ts';
import { usernameRule } from '#shared/usernames.ts';

import { AuthScene } from './auth-scene.tsx';
import { Confirmation, mismatchText, PasswordPair } from './password-pair.tsx';
import { fieldsOf, textOf } from './refusals.ts';

import styles from './auth-form.module.css';

type Account = z.infer<NonNullable<typeof registerAccount.body>>;
type Props = { loginSearch: { redirect?: string }; foot: ReactNode };

export function RegisterForm({ loginSearch, foot }: Props) {
  const { form, errors, show, clearError } = useFormErrors();
  const navigate = useNavigate();
  const registration = useMutation({
    mutationFn: (body: Account) => call('POST /auth/register', { body }),
    onSuccess: () => void onRegistered(),
    onError: (error) => void onFailed(error),
  });

  async function onRegistered() {
    await showAlert('Registration successful! You can now log in.');
    await navigate({ to: '/login', search: loginSearch });
  }

  async function onFailed(error: unknown) {
    await showAlert(`Registration failed: ${textOf(error)}`);
    show(fieldsOf(error));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { values, confirm, isMismatch } = readValues(event.currentTarget);
    if (isMismatch) {
      await showAlert(mismatchText);
      return show({ confirm: mismatchText });
    }
    const account = checkValues(registerAccount.body!, values);
    const repeated = checkValues(z.object({ confirm: Confirmation }), { confirm });
    show({ ...account.errors, ...repeated.errors });
    if (account.data && repeated.data) registration.mutate(account.data);
  }

  return (
    <AuthScene
      icon="user"
      heading="Register"
      lead={`One account for ${site.name}: the game, the polls, the events and the store.`}
      foot={foot}
    >
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => void submit(event)}
        onInput={clearError}
      >
        <TextField
          required
          name="username"
          label="Username"
          icon="user"
          autoComplete="username"
          autoCapitalize="words"
          spellCheck={false}
          maxLength={12}
          hint={usernameRule}
          error={errors.username}
        />
        <EmailField required name="email" label="Email" icon="mail" error={errors.email} />
        <PasswordPair label="Password" errors={errors} />
        <Button type="submit" tone="primary" size="lg" block pending={registration.isPending}>
          Register
        </Button>
      </form>
    </AuthScene>
  );
}

function readValues(form: HTMLFormElement) {
  const values = {
    username: readField(form, 'username'),
    email: readField(form, 'email'),
    password: readField(form, 'password'),
  };
  const confirm = readField(form, 'confirm');
  const isComplete = [...Object.values(values), confirm].every((value) => value !== '');
  return { values, confirm, isMismatch: isComplete && values.password !== confirm };
}
