import { useRef, useState } from 'react';

import { call } from '#client/lib/api.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { fromLocalInput, toLocalInput } from '#client/lib/local-input.ts';
import { showSeveral } from '#client/lib/show-several.ts';
import { useAction } from '#client/lib/use-action.ts';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { FormDialog } from '#client/ui/form/form.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { adminLimits, sanctionPlayer } from '#shared/endpoints/players.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';
import { formatCount } from '#shared/rules/format-count.ts';

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
  /** The players when the dialog opened, so that a change by another admin causes a conflict error. */
  players: readonly Pick<ManagedUser, 'username' | 'version'>[];
  onClose: () => void;
};

export function SanctionDialog({ kind, players, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { run } = useAction();
  const [length, setLength] = useState(durations[1]!.value);
  const [earliest] = useState(() => toLocalInput(new Date().toISOString()));
  const [{ username, version }, ...others] = players as [(typeof players)[0], ...typeof players];
  const isOne = others.length === 0;
  const done = kind === 'ban' ? 'banned' : 'muted';
  const form = useForm({
    check: ({ reason, expiresAt = '' }) =>
      checkValues(sanctionPlayer.body!, { reason, expiresAt: endOf(length, expiresAt), version }),
    send: (body) =>
      run(
        isOne
          ? {
              call: () =>
                call('PUT /api/admin/users/{username}/sanctions/{kind}', {
                  params: { username, kind },
                  body,
                }),
              done: `${username} is ${done}.`,
            }
          : { call: () => sanctionAll(body) },
      ),
    onDone: (isDone) => isDone && onClose(),
  });
  async function sanctionAll({ reason, expiresAt }: { reason: string; expiresAt: string | null }) {
    const answer = await call('POST /api/admin/sanctions/{kind}', {
      params: { kind },
      body: {
        players: players.map((one) => ({ username: one.username, version: one.version })),
        reason,
        expiresAt,
      },
    });
    showSeveral(answer, { done, nameOf: (name) => name });
  }

  const title = `${kind === 'ban' ? 'Ban' : 'Mute'} ${isOne ? username : formatCount(players.length, 'Player')}`;
  return (
    <FormDialog
      form={form}
      title={title}
      dialogSize="md"
      tone="danger"
      icon="lock"
      submitLabel={title}
      initialFocus={field}
      onClose={onClose}
    >
      <p>{explanations[kind]}</p>
      {!isOne && <p>{players.map((player) => player.username).join(', ')}</p>}
      <TextareaField
        ref={field}
        required
        {...form.field('reason')}
        label="Reason"
        hint={
          kind === 'ban'
            ? `Shown to ${isOne ? username : 'the players'} at the next sign-in.`
            : undefined
        }
        maxLength={adminLimits.reason}
      />
      <SelectField
        label="Duration"
        value={length}
        options={durations}
        onChange={({ target }) => setLength(target.value)}
      />
      {length === 'date' && (
        <DateTimeField required {...form.field('expiresAt')} label="Until" min={earliest} />
      )}
    </FormDialog>
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
