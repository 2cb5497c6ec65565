import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { readFields, useForm } from '#client/lib/form.ts';
import { useBrand } from '#client/lib/site.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { EmailField } from '#client/ui/form/text-field.tsx';
import { ScenePage } from '#client/ui/layout/scene-page.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { registerAccount } from '#shared/endpoints/accounts.ts';
import { AppError } from '#shared/errors.ts';

import type { AuthSearch } from './accounts-search.ts';
import { alertMismatch, PasswordPair, checkWithPasswords } from './password-pair.tsx';
import { fieldsOf } from './refusals.ts';
import { UsernameField } from './username-form.tsx';

type Props = {
  search: AuthSearch;
  /** A reserved name that the visitor has claimed. */
  claim?: { claim: string; username: string };
};

export function RegisterForm({ search, claim }: Props) {
  const navigate = useNavigate();
  const { name } = useBrand();
  const [reservedName, setReservedName] = useState<string>();
  const form = useForm({
    check: (fields) => checkWithPasswords(registerAccount.body!, { ...fields, ...claim }),
    onInvalid: alertMismatch,
    send: (body) => call('POST /auth/register', { body }),
    onDone: async (_answer, { email }) => {
      await showAlert('Registration successful! You can now log in.', 'success');
      await navigate({ to: '/login', search, state: { email } });
    },
    onError: async (error) => {
      await showAlert(`Registration failed: ${error.message}`);
      const isClaimable = error instanceof AppError && error.code === 'accounts/username-claimable';
      setReservedName(isClaimable ? readFields(form.props.ref.current!)['username'] : undefined);
      form.show(fieldsOf(error));
    },
  });
  return (
    <ScenePage
      scene="gate"
      icon="user"
      heading="Register"
      lead={
        claim
          ? `${claim.username} is yours. Register to keep it.`
          : `One account for ${name}: the game, the polls, the events and the store.`
      }
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
        <UsernameField
          {...form.field('username')}
          {...(claim && { defaultValue: claim.username, readOnly: true })}
        />
        <EmailField required {...form.field('email')} label="Email" icon="mail" />
        <PasswordPair label="Password" form={form} />
        {reservedName && (
          <Callout>
            Do you play {reservedName} in the game?{' '}
            <Link to="/claim-name" search={{ name: reservedName }}>
              Claim this name
            </Link>
          </Callout>
        )}
      </Form>
    </ScenePage>
  );
}
