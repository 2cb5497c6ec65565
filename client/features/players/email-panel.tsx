import { call } from '#client/lib/api.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { useAction } from '#client/lib/use-action.ts';
import { Form } from '#client/ui/form/form.tsx';
import { EmailField } from '#client/ui/form/text-field.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { updateUser } from '#shared/endpoints/accounts.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';

export function EmailPanel({ user }: { user: ManagedUser }) {
  const { run } = useAction();
  const { username, version } = user;
  const form = useForm({
    check: ({ email }) => checkValues(updateUser.body!, { email, version }),
    send: async (body) => {
      if (body.email === user.email) return;
      await run({
        ask: `Change the email address of ${username} from ${user.email} to ${body.email}? They will be signed out everywhere and the old address gets an email.`,
        confirmLabel: 'Change Email',
        danger: true,
        call: () => call('PATCH /api/users/{username}', { params: { username }, body }),
        done: `${username} now signs in as ${body.email}.`,
      });
    },
  });
  return (
    <Panel variant="plain" heading="Email" icon="mail">
      <Form
        form={form}
        tone="secondary"
        submitLabel="Change Email"
        buttons={
          user.isEmailConfirmed ? (
            <Chip tone="moss" icon="check">
              Confirmed
            </Chip>
          ) : (
            <Chip tone="ember">Not confirmed</Chip>
          )
        }
      >
        <EmailField
          key={user.email}
          required
          {...form.field('email')}
          label="Email address"
          autoComplete="off"
          defaultValue={user.email ?? ''}
        />
      </Form>
    </Panel>
  );
}
