import { call } from '#client/lib/api.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { useAction } from '#client/lib/use-action.ts';
import { ActionIcon } from '#client/ui/form/action-button.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { adminLimits, noteInfraction } from '#shared/endpoints/players.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';

export function InfractionsPanel({ user }: { user: ManagedUser }) {
  const { run } = useAction();
  const { username, version } = user;
  const form = useForm({
    check: ({ note }) => checkValues(noteInfraction.body!, { note, version }),
    send: (body) =>
      run({
        call: () =>
          call('POST /api/admin/users/{username}/infractions', { params: { username }, body }),
        done: 'The infraction was added.',
      }),
    onDone: (isDone) => {
      if (isDone) form.reset();
    },
  });

  return (
    <Panel variant="plain" heading="Infractions" icon="warning">
      <Entries empty={`${username} has no infractions.`}>
        {user.infractions.map(({ id, note, notedBy, at }) => (
          <Entry
            key={id}
            text={note}
            facts={
              <>
                <Timestamp at={at} /> by {notedBy}
              </>
            }
            actions={
              <ActionIcon
                label={`Remove: ${note}`}
                action={{
                  name: 'Remove',
                  ask: `Remove this infraction of ${username}?\n“${note}”`,
                  danger: true,
                  call: () =>
                    call('DELETE /api/admin/users/{username}/infractions/{id}', {
                      params: { username, id: String(id) },
                      query: { version: String(version) },
                    }),
                  done: 'The infraction was removed.',
                }}
              />
            }
          />
        ))}
      </Entries>
      <hr />
      <Form form={form} tone="secondary" icon="plus" submitLabel="Add Infraction">
        <TextareaField
          required
          {...form.field('note')}
          label="New infraction"
          hint="Visible to the player and to admins."
          maxLength={adminLimits.note}
          rows={2}
        />
      </Form>
    </Panel>
  );
}
