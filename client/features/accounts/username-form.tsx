import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import * as z from 'zod/mini';

import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { Username } from '#shared/accounts.ts';
import { usernameRule } from '#shared/usernames.ts';

import { textOf } from './refusals.ts';

import styles from './auth-form.module.css';

type Props = {
  /** Rejections are shown beside the field. */
  onUsername: (username: string) => Promise<void>;
  onCancel: () => void;
};

const Form = z.object({ username: Username });

export function UsernameForm({ onUsername, onCancel }: Props) {
  const { form, errors, show, clearError } = useFormErrors();
  const sending = useMutation({
    mutationFn: onUsername,
    onError: (error) => show({ username: textOf(error) }),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const checked = checkValues(Form, { username: readField(event.currentTarget, 'username') });
    show(checked.errors ?? {});
    if (checked.data) sending.mutate(checked.data.username);
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit} onInput={clearError}>
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
      <div className={styles.buttons}>
        <Button type="submit" tone="primary" size="lg" block pending={sending.isPending}>
          Continue
        </Button>
        <Button tone="quiet" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
