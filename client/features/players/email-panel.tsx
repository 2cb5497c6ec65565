import type { FormEvent } from 'react';

import { call } from '#client/lib/api.ts';
import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { Button } from '#client/ui/button.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { EmailField } from '#client/ui/text-field.tsx';
import { updateUser } from '#shared/accounts.ts';
import type { ManagedUser } from '#shared/players.ts';

import { usePlayerChange } from './use-player-change.ts';

import styles from './managed-player.module.css';

export function EmailPanel({ user }: { user: ManagedUser }) {
  const { form, errors, show, clearError } = useFormErrors();
  const { run, isPending } = usePlayerChange(user);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { version, username } = user;
    const email = readField(event.currentTarget, 'email');
    const { data, errors: found } = checkValues(updateUser.body!, { email, version });
    show(found ?? {});
    if (!data || data.email === user.email) return;
    void run({
      question: `Change the email address of ${username} from ${user.email} to ${data.email}? They will be signed out everywhere and the old address gets an email.`,
      confirmLabel: 'Change email',
      isDangerous: true,
      send: () => call('PATCH /api/users/{username}', { params: { username }, body: data }),
      done: `${username} now signs in as ${data.email}.`,
    });
  }

  return (
    <Panel variant="plain" heading="Email" icon="mail">
      <form ref={form} className={styles.form} noValidate onSubmit={submit} onInput={clearError}>
        <EmailField
          key={user.email}
          required
          name="email"
          label="Email address"
          autoComplete="off"
          defaultValue={user.email}
          error={errors.email}
        />
        <div className={styles.row}>
          <Button type="submit" pending={isPending}>
            Change email
          </Button>
          {user.isEmailConfirmed ? (
            <Chip tone="moss" icon="check">
              Confirmed
            </Chip>
          ) : (
            <Chip tone="ember">Not confirmed</Chip>
          )}
        </div>
      </form>
    </Panel>
  );
}
