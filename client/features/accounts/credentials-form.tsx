import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';

import { checkValues, useForm } from '#client/lib/form.ts';
import { Form } from '#client/ui/form/form.tsx';
import { EmailField, PasswordField } from '#client/ui/form/text-field.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { Email } from '#shared/endpoints/accounts.ts';

import { explainSignIn } from './provider-errors.ts';
import { useIdentityPreload } from './use-identity-preload.ts';

export type Credentials = z.infer<typeof Credentials>;
const Credentials = z.object({
  email: Email,
  password: z.string().check(z.minLength(1, 'Enter your password.')),
});

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The email of the account that was just registered. */
    email?: string;
  }
}

type Props = { onSubmit: (credentials: Credentials) => Promise<void> };

export function CredentialsForm({ onSubmit }: Props) {
  const password = useRef<HTMLInputElement>(null);
  const form = useForm({
    check: (fields) => checkValues(Credentials, fields),
    send: onSubmit,
    onError: async (error) => {
      await showAlert(explainSignIn(error));
      password.current?.focus();
      password.current?.select();
    },
  });
  useIdentityPreload();
  const registered = useLocation({ select: ({ state }) => state.email });
  useEffect(() => {
    if (registered) password.current?.focus();
  }, [registered]);
  return (
    <Form form={form} size="lg" block submitLabel="Log In">
      <EmailField
        required
        {...form.field('email')}
        defaultValue={registered}
        label="Email"
        icon="mail"
      />
      <PasswordField required {...form.field('password')} ref={password} label="Password" />
    </Form>
  );
}
