import type { FormEvent } from 'react';

import { call } from '#client/lib/api.ts';
import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { adminLimits, noteInfraction } from '#shared/players.ts';
import type { ManagedUser } from '#shared/players.ts';

import { usePlayerChange } from './use-player-change.ts';

import styles from './managed-player.module.css';

export function InfractionsPanel({ user }: { user: ManagedUser }) {
  const { form, errors, show, clearError } = useFormErrors();
  const { run, isPending } = usePlayerChange(user);
  const { username, version } = user;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const note = readField(event.currentTarget, 'note');
    const { data, errors: found } = checkValues(noteInfraction.body!, { note, version });
    show(found ?? {});
    if (!data) return;
    const isDone = await run({
      send: () =>
        call('POST /api/admin/users/{username}/infractions', { params: { username }, body: data }),
      done: 'The infraction was added.',
    });
    if (isDone) form.current?.reset();
  }

  function removeOne(id: number, note: string) {
    void run({
      question: `Remove this infraction of ${username}?\n“${note}”`,
      confirmLabel: 'Remove',
      isDangerous: true,
      send: () =>
        call('DELETE /api/admin/users/{username}/infractions/{id}', {
          params: { username, id: String(id) },
          query: { version: String(version) },
        }),
      done: 'The infraction was removed.',
    });
  }

  return (
    <Panel variant="plain" heading="Infractions" icon="warning">
      {user.infractions.length === 0 ? (
        <p className={styles.note}>{username} has no infractions.</p>
      ) : (
        <ul className={styles.list}>
          {user.infractions.map(({ id, note, notedBy, at }) => (
            <li key={id} className={styles.entry}>
              <div>
                <p className={styles.text}>{note}</p>
                <p className={styles.facts}>
                  <Timestamp at={at} /> by {notedBy}
                </p>
              </div>
              <IconButton
                size="sm"
                icon="trash"
                label={`Remove: ${note}`}
                onClick={() => removeOne(id, note)}
              />
            </li>
          ))}
        </ul>
      )}
      <hr className={styles.rule} />
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => void submit(event)}
        onInput={clearError}
      >
        <TextareaField
          required
          name="note"
          label="New infraction"
          hint="Visible to the player and to admins."
          maxLength={adminLimits.note}
          rows={2}
          error={errors.note}
        />
        <div className={styles.row}>
          <Button type="submit" icon="plus" pending={isPending}>
            Add infraction
          </Button>
        </div>
      </form>
    </Panel>
  );
}
