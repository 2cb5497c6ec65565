import type * as z from 'zod/mini';

import { call } from '#client/lib/api.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { unlessCanceled } from '#client/lib/fresh-sign-in.ts';
import { Callout, Failure } from '#client/ui/feedback/callout.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { EmailField } from '#client/ui/form/text-field.tsx';
import { updateUser } from '#shared/endpoints/accounts.ts';
import type { UserDetails } from '#shared/endpoints/accounts.ts';

import { refreshAccount } from './accounts.queries.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { fieldsOf } from './refusals.ts';

export function AccountForm({ user }: { user: UserDetails }) {
  const form = useForm({
    check: ({ email, password }) =>
      checkValues(updateUser.body!, { email, ...(password && { password }) }),
    send: (body) => unlessCanceled(save(user.username, body)),
    onDone: (saved) => {
      const password = form.props.ref.current?.elements.namedItem('password');
      if (saved && password instanceof HTMLInputElement) password.value = '';
    },
    onError: (error) => {
      form.show(fieldsOf(error));
    },
  });
  return (
    <Form form={form} submitLabel="Save Changes">
      <EmailField
        required
        {...form.field('email')}
        label="Email"
        icon="mail"
        defaultValue={user.email}
      />
      <NewPasswordField
        {...form.field('password')}
        label="New password"
        hint="Leave blank to keep current"
      />
      <Failure error={form.error} heading="Failed to update settings." />
      {form.answer && (
        <Callout tone="success" live>
          Settings updated successfully!
        </Callout>
      )}
    </Form>
  );
}

type Change = z.infer<NonNullable<typeof updateUser.body>>;

async function save(username: string, body: Change): Promise<UserDetails> {
  const user = await call('PATCH /api/users/{username}', {
    params: { username: username.toLowerCase() },
    body,
  });
  await refreshAccount();
  return user;
}
