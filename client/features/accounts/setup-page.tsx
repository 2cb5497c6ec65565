import { useQuery } from '@tanstack/react-query';
import { notFound, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { useForm } from '#client/lib/form.ts';
import { useSite } from '#client/lib/site.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { ErrorState } from '#client/ui/feedback/error-state.tsx';
import { Loading } from '#client/ui/feedback/loading.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { EmailField } from '#client/ui/form/text-field.tsx';
import { ScenePage } from '#client/ui/layout/scene-page.tsx';
import { registerAccount } from '#shared/endpoints/accounts.ts';
import { AppError } from '#shared/errors.ts';

import { askOnce } from './accounts.queries.ts';
import { LoginSteps, logIn } from './login-steps.tsx';
import type { Step } from './login-steps.tsx';
import { checkWithPasswords, PasswordPair } from './password-pair.tsx';
import { fieldsOf } from './refusals.ts';
import { useIdentityPreload } from './use-identity-preload.ts';
import { UsernameField } from './username-form.tsx';

const target = '/admin/setup';

/** The link that a new site prints: makes the first admin and signs them in. */
export function SetupPage() {
  const code = useLocation({ select: ({ searchStr }) => readCode(searchStr) });
  // The code works once, so the page must not change when it no longer does.
  const [next, setNext] = useState<Step>();
  const query = useQuery(askOnce('setup code', code, () => check(code)));
  if (next) return <LoginSteps target={target} search={{ redirect: target }} first={next} />;
  if (query.error instanceof AppError && query.error.status === 404) throw notFound();
  if (query.error) {
    return (
      <ErrorState
        heading="The link could not be checked"
        text={query.error.message}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return query.data ? (
    <FirstAdminForm code={code} onNext={setNext} />
  ) : (
    <Loading text="Checking the link..." />
  );
}

type Props = { code: string; onNext: (step: Step) => void };

function FirstAdminForm({ code, onNext }: Props) {
  const navigate = useNavigate();
  const { identity } = useSite();
  useIdentityPreload();
  const form = useForm({
    check: (fields) => checkWithPasswords(registerAccount.body!, fields),
    send: async (account) => {
      await call('POST /auth/setup', { body: { code, ...account } });
      // The account exists now. If this fails, the admin logs in with the ordinary form.
      return logIn(account).catch((): Step => ({ kind: 'credentials' }));
    },
    onDone: async (step) => {
      if (step) onNext(step);
      else await navigate({ href: target, replace: true });
    },
    onError: (error) => {
      form.show(fieldsOf(error));
    },
  });
  return (
    <ScenePage
      scene="gate"
      icon="coronet"
      heading="Set Up Your Site"
      lead="Start with your own account. It has all rights, and you make the next steps with it."
      foot={
        <p>
          Next: two-factor sign-in. Then name and look, email, payments and the game server, each of
          which you can skip.
        </p>
      }
    >
      <Form form={form} size="lg" block submitLabel="Create the First Admin">
        {identity.at !== 'own' && (
          <Callout>
            The account is created in your Firebase project. If your address already has an account
            there, log in with it instead and run on the server:{' '}
            <code>npm run admin -- set-rights NAME 3</code>
          </Callout>
        )}
        <UsernameField {...form.field('username')} />
        <EmailField required {...form.field('email')} label="Email" icon="mail" />
        <PasswordPair label="Password" form={form} />
        <FormFailure error={form.error} />
      </Form>
    </ScenePage>
  );
}

function FormFailure({ error }: { error: Error | null }) {
  if (!error || Object.keys(fieldsOf(error)).length > 0) return null;
  const isUsed = error instanceof AppError && error.status === 404;
  return (
    <Callout tone="danger" live>
      {isUsed
        ? 'This link was used or has expired. Restart the site for a new one, or log in.'
        : error.message}
    </Callout>
  );
}

async function check(code: string): Promise<true> {
  await call('POST /auth/setup/check', { body: { code } });
  return true;
}

/** Something that no code is, if it is missing: the server then answers as for a wrong one. */
function readCode(search: string): string {
  return new URLSearchParams(search).get('code') || '-';
}
