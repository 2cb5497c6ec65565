/**
 * Sign-in: the identity provider checks the password, then the server opens the session. In between
 * comes the second factor, if the account has one or must set one up. There is no session until
 * `webLogin` has answered, whatever the provider's SDK says.
 */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { useBrand, useIsOn } from '#client/lib/site.ts';
import { ScenePage } from '#client/ui/layout/scene-page.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import { AppError } from '#shared/errors.ts';

import type { AuthSearch } from './accounts-search.ts';
import { deletionQuery } from './accounts.queries.ts';
import { CodeForm } from './code-form.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import type { Credentials } from './credentials-form.tsx';
import { loadIdentity } from './identity.ts';
import { openSession } from './open-session.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';
import type { Secret } from './two-factor-setup.tsx';
import { UsernameForm } from './username-form.tsx';

export type Step =
  | { kind: 'credentials' }
  | { kind: 'code'; idToken: string }
  | { kind: 'username'; idToken: string }
  | { kind: 'setup'; idToken: string; secret: Secret }
  | { kind: 'recovery-codes'; codes: string[] };

type Props = {
  target: string;
  search: AuthSearch;
  /** Where to begin, after a password that was already checked. */
  first?: Step;
};

const credentials: Step = { kind: 'credentials' };

export function LoginSteps({ target, search, first = credentials }: Props) {
  const [step, setStep] = useState(first);
  const navigate = useNavigate();
  const canAppeal = useIsOn()('inbox');
  const startOver = () => setStep(credentials);

  /** A player whose account is going to be deleted must see it, with the button to keep it. */
  async function leave() {
    const deletion = await queryClient.fetchQuery(deletionQuery).catch(() => undefined);
    const href = deletion?.deleteAfter ? '/profile/settings' : target;
    await navigate({ href, replace: true });
  }

  async function go(entering: Promise<Step | undefined>) {
    try {
      const next = await entering;
      if (next) setStep(next);
      else await leave();
    } catch (error) {
      if (!canAppeal || !(error instanceof AppError) || error.code !== 'accounts/banned')
        throw error;
      // The server has opened a session that is only for appeals.
      const wantsAppeal =
        target.startsWith('/support') ||
        (await showAlert(error.message, 'refusal', 'Appeal This Ban'));
      if (wantsAppeal) await navigate({ to: '/support/appeal', replace: true });
    }
  }

  const enter = (idToken: string, code: string) => go(enterSession(idToken, code));

  const submitCredentials = (given: Credentials) => go(logIn(given));

  async function submitUsername(idToken: string, username: string) {
    await call('POST /auth/finish-registration', { body: { idToken, username } });
    await go(enterOrContinue(idToken));
  }

  return (
    <ScenePage
      scene="hearth"
      {...scenes[step.kind]}
      foot={step.kind === 'credentials' && <CredentialsFoot search={search} />}
    >
      {step.kind === 'credentials' && <CredentialsForm onSubmit={submitCredentials} />}
      {step.kind === 'code' && (
        <CodeForm
          allowRecovery
          submitLabel="Continue"
          onCode={(code) => enter(step.idToken, code)}
          onCancel={startOver}
        />
      )}
      {step.kind === 'username' && (
        <UsernameForm
          onUsername={(name) => submitUsername(step.idToken, name)}
          onCancel={startOver}
        />
      )}
      {step.kind === 'setup' && (
        <TwoFactorSetup
          secret={step.secret}
          submitLabel="Continue"
          onCode={(code) => enter(step.idToken, code)}
          onCancel={startOver}
        />
      )}
      {step.kind === 'recovery-codes' && (
        <RecoveryCodes codes={step.codes} onDone={() => void leave()} />
      )}
    </ScenePage>
  );
}

const scenes = {
  credentials: {
    icon: 'lock',
    heading: 'Login',
    lead: (
      <SiteText name="loginLead" original="Welcome back. The fire is lit and your seat is free." />
    ),
  },
  code: {
    icon: 'shield',
    heading: 'Two-factor sign-in',
    lead: (
      <SiteText name="codeLead" original="Your password is right. One more key opens this gate." />
    ),
  },
  username: {
    takeFocus: true,
    icon: 'user',
    heading: 'Choose a Username',
    lead: <NewPlayerLead />,
  },
  setup: {
    takeFocus: true,
    icon: 'shield',
    heading: 'Set up two-factor sign-in',
    lead: 'Staff accounts must use two-factor sign-in. You need an authenticator app on your phone.',
  },
  'recovery-codes': {
    takeFocus: true,
    icon: 'shield',
    heading: 'Your Recovery Codes',
    lead: 'Two-factor sign-in is on. Keep these codes in case you lose your phone.',
  },
} as const;

function NewPlayerLead() {
  return `Your password is right. You are new to ${useBrand().name}: choose a name and you are in.`;
}

function CredentialsFoot({ search }: Pick<Props, 'search'>) {
  return (
    <>
      <Link to="/reset">Forgot your password?</Link>
      <p>
        No account yet?{' '}
        <Link to="/register" search={search}>
          Register
        </Link>
      </p>
    </>
  );
}

/** Returns what is left to do; undefined if the session is open. */
export async function logIn({ email, password }: Credentials): Promise<Step | undefined> {
  const { signIn } = await loadIdentity();
  return enterOrContinue(await signIn(email, password));
}

async function enterOrContinue(idToken: string): Promise<Step | undefined> {
  try {
    return await enterSession(idToken);
  } catch (error) {
    return findNextStep(error, idToken);
  }
}

async function enterSession(idToken: string, code?: string): Promise<Step | undefined> {
  const codes = await openSession(idToken, code);
  return codes && { kind: 'recovery-codes', codes };
}

async function findNextStep(error: unknown, idToken: string): Promise<Step> {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'accounts/two-factor-required') return { kind: 'code', idToken };
  if (error.code === 'accounts/username-required') return { kind: 'username', idToken };
  if (error.code !== 'accounts/two-factor-setup-required') throw error;
  const secret = await call('POST /auth/two-factor', { body: { idToken } });
  return { kind: 'setup', idToken, secret };
}
