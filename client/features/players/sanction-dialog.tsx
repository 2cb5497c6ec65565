import { useState } from 'react';
import type { FormEvent } from 'react';

import { call } from '#client/lib/api.ts';
import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { Button } from '#client/ui/button.tsx';
import { DateTimeField } from '#client/ui/date-time-field.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { fromLocalInput, toLocalInput } from '#shared/dates.ts';
import { adminLimits, sanctionPlayer } from '#shared/players.ts';
import type { ManagedUser } from '#shared/players.ts';

import { usePlayerChange } from './use-player-change.ts';

import styles from './managed-player.module.css';

const hour = 3_600_000;
const durations = [
  { value: String(hour), label: '1 hour' },
  { value: String(24 * hour), label: '1 day' },
  { value: String(3 * 24 * hour), label: '3 days' },
  { value: String(7 * 24 * hour), label: '1 week' },
  { value: String(30 * 24 * hour), label: '30 days' },
  { value: 'date', label: 'Until a date…' },
  { value: 'permanent', label: 'Permanent' },
];

type Props = {
  kind: 'mute' | 'ban';
  /** As it was when the dialog opened, so that a change by another admin causes a conflict error. */
  user: ManagedUser;
  onClose: () => void;
};

export function SanctionDialog({ kind, user, onClose }: Props) {
  const { form, errors, show, clearError } = useFormErrors();
  const { run, isPending } = usePlayerChange(user);
  const [length, setLength] = useState(durations[1]!.value);
  const [earliest] = useState(() => toLocalInput(new Date().toISOString()));
  const { username } = user;
  const done = kind === 'ban' ? 'banned' : 'muted';

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { data, errors: found } = checkValues(sanctionPlayer.body!, {
      reason: readField(event.currentTarget, 'reason'),
      expiresAt: endOf(length, readField(event.currentTarget, 'until')),
      version: user.version,
    });
    show(found ?? {});
    if (!data) return;
    const isDone = await run({
      send: () =>
        call('PUT /api/admin/users/{username}/sanctions/{kind}', {
          params: { username, kind },
          body: data,
        }),
      done: `${username} is ${done}.`,
    });
    if (isDone) onClose();
  }

  return (
    <Dialog
      title={`${kind === 'ban' ? 'Ban' : 'Mute'} ${username}`}
      closeOnBackdrop={false}
      onClose={onClose}
    >
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => void submit(event)}
        onInput={clearError}
      >
        <p>{explanations[kind]}</p>
        <TextareaField
          required
          name="reason"
          label="Reason"
          hint={kind === 'ban' ? `Shown to ${username} at the next sign-in.` : undefined}
          maxLength={adminLimits.reason}
          error={errors.reason}
        />
        <SelectField
          label="Duration"
          value={length}
          options={durations}
          onChange={({ target }) => setLength(target.value)}
        />
        {length === 'date' && (
          <DateTimeField
            required
            name="until"
            label="Until"
            min={earliest}
            error={errors.expiresAt}
          />
        )}
        <div className={styles.row}>
          <Button type="submit" tone="danger" icon="lock" pending={isPending}>
            {kind === 'ban' ? 'Ban' : 'Mute'} {username}
          </Button>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const explanations = {
  ban: 'Ends all sessions at once, blocks sign-in with the reason shown, and bans the player in the game.',
  mute: 'Mutes the player in the game. The site itself has no chat.',
};

/** Undefined for an incomplete date: the schema then reports the missing end. */
function endOf(length: string, until: string): string | null | undefined {
  if (length === 'permanent') return null;
  if (length === 'date') return fromLocalInput(until);
  return new Date(Date.now() + Number(length)).toISOString();
}
