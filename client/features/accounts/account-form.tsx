import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type * as z from 'zod/mini';

import { call } from '#client/lib/api.ts';
import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { EmailField, PasswordField } from '#client/ui/text-field.tsx';
import { updateUser } from '#shared/accounts.ts';
import type { UserDetails } from '#shared/accounts.ts';

import { refreshAccount } from './accounts.queries.ts';
import type { RunFresh } from './fresh-sign-in.tsx';
import { fieldsOf, textOf } from './refusals.ts';

import styles from './auth-form.module.css';

type Change = z.infer<NonNullable<typeof updateUser.body>>;
type Props = { user: UserDetails; runFresh: RunFresh };

export function AccountForm({ user, runFresh }: Props) {
  const { form, errors, show, clearError } = useFormErrors();
  const saving = useMutation({
    mutationFn: (body: Change) => runFresh(() => save(user.username, body)),
    onSuccess: (saved) => {
      const password = form.current?.elements.namedItem('password');
      if (saved && password instanceof HTMLInputElement) password.value = '';
    },
    onError: (error) => show(fieldsOf(error)),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = readField(event.currentTarget, 'password');
    const { data, errors: found } = checkValues(updateUser.body!, {
      email: readField(event.currentTarget, 'email'),
      ...(password !== '' && { password }),
    });
    show(found ?? {});
    if (data) saving.mutate(data);
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit} onInput={clearError}>
      <EmailField
        required
        name="email"
        label="Email"
        icon="mail"
        defaultValue={user.email}
        error={errors.email}
      />
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint="Leave blank to keep current"
        error={errors.password}
      />
      {saving.isError && (
        <Callout tone="danger" live heading="Failed to update settings.">
          {textOf(saving.error)}
        </Callout>
      )}
      {saving.isSuccess && saving.data && (
        <Callout tone="success" live>
          Settings updated successfully!
        </Callout>
      )}
      <div className={styles.buttons}>
        <Button type="submit" tone="primary" pending={saving.isPending}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}

async function save(username: string, body: Change): Promise<UserDetails> {
  const user = await call('PATCH /api/users/{username}', {
    params: { username: username.toLowerCase() },
    body,
  });
  await refreshAccount();
  return user;
}
