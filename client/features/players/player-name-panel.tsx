import { useNavigate } from '@tanstack/react-router';

import { call } from '#client/lib/api.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { useAction } from '#client/lib/use-action.ts';
import { Form } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { changePlayerName } from '#shared/endpoints/players.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';
import { oldNameDays } from '#shared/rules/renames.ts';
import { usernameRule } from '#shared/rules/usernames.ts';

export function NamePanel({ user }: { user: ManagedUser }) {
  const { run } = useAction();
  const navigate = useNavigate();
  const { username, version } = user;
  const form = useForm({
    check: (fields) =>
      checkValues(changePlayerName.body!, { username: fields['username'], version }),
    send: async (body) => {
      const isDone = await run({
        ask: `Rename ${username} to ${body.username}? The game is told, and ${username} stays reserved for this player for ${oldNameDays} days.`,
        confirmLabel: 'Rename',
        danger: true,
        call: () => call('PUT /api/admin/users/{username}/name', { params: { username }, body }),
        done: `${username} is now called ${body.username}.`,
      });
      if (!isDone) return;
      await navigate({
        to: '/admin/manage/$username',
        params: { username: body.username },
        replace: true,
      });
    },
  });
  return (
    <Panel variant="plain" heading="Name" icon="user">
      <Form form={form} tone="secondary" submitLabel="Rename">
        <TextField
          key={username}
          required
          {...form.field('username')}
          label="Name"
          hint={usernameRule}
          maxLength={12}
          defaultValue={username}
        />
      </Form>
    </Panel>
  );
}
