import { Link, useNavigate } from '@tanstack/react-router';

import { call } from '#client/lib/api.ts';
import { useForm } from '#client/lib/form.ts';
import { site } from '#client/lib/site.ts';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { Form } from '#client/ui/form.tsx';
import { EmailField } from '#client/ui/text-field.tsx';
import { registerAccount } from '#shared/accounts.ts';

import type { AuthSearch } from './accounts-search.ts';
import { AuthScene } from './auth-scene.tsx';
import { alertMismatch, PasswordPair, checkWithPasswords } from './password-pair.tsx';
import { fieldsOf } from './refusals.ts';
import { UsernameField } from './username-form.tsx';

export function RegisterForm({ search }: { search: AuthSearch }) {
  const navigate = useNavigate();
  const form = useForm({
    check: (fields) => checkWithPasswords(registerAccount.body!, fields),
    onInvalid: alertMismatch,
    send: (body) => call('POST /auth/register', { body }),
    onDone: async (_answer, { email }) => {
      await showAlert('Registration successful! You can now log in.', 'success');
      await navigate({ to: '/login', search, state: { email } });
    },
    onError: async (error) => {
      await showAlert(`Registration failed: ${error.message}`);
      form.show(fieldsOf(error));
    },
  });
  return (
    <AuthScene
      scene="gate"
      icon="user"
      heading="Register"
      lead={`One account for ${site.brand.name}: the game, the polls, the events and the store.`}
      foot={
        <p>
          Already have an account?{' '}
          <Link to="/login" search={search}>
            Log in
          </Link>
        </p>
      }
    >
      <Form form={form} size="lg" block submitLabel="Register">
        <UsernameField {...form.field('username')} />
        <EmailField required {...form.field('email')} label="Email" icon="mail" />
        <PasswordPair label="Password" form={form} />
      </Form>
    </AuthScene>
  );
}
