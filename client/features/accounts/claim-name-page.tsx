/**
 * A reserved name belongs to the player of the character. A visitor proves to be that player with a code typed
 * in the game, or with a link sent to the address that the site's owner knows, and then registers with the name.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { call } from '#client/lib/api.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { isRetryable } from '#client/lib/query-client.ts';
import { useSession } from '#client/lib/session.ts';
import { Callout, Failure } from '#client/ui/feedback/callout.tsx';
import { Loading } from '#client/ui/feedback/loading.tsx';
import { RadioCards } from '#client/ui/form/choice.tsx';
import { CopyButton } from '#client/ui/form/copy-button.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import { ScenePage } from '#client/ui/layout/scene-page.tsx';
import { startNameClaim } from '#shared/endpoints/name-claims.ts';

import { RegisterForm } from './register-form.tsx';
import { UsernameField } from './username-form.tsx';

import styles from './claim-name-page.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The code to type in the game; kept for a reload of the page. */
    gameCode?: string;
  }
}

const checkSeconds = 3;

export function ClaimNamePage() {
  const { name, claim } = useSearch({ from: '/site/claim-name' });
  const { isLoggedIn, username } = useSession();
  if (isLoggedIn) return <SignedIn username={username} />;
  return claim ? <Claim claim={claim} /> : <ChooseProof name={name} />;
}

function ChooseProof({ name }: { name: string | undefined }) {
  const navigate = useNavigate();
  const [proof, setProof] = useState('code');
  const form = useForm({
    check: ({ username }) => checkValues(startNameClaim.body!, { username }),
    async send(body) {
      if (proof === 'email') {
        await call('POST /auth/name-claims/email', { body });
        return 'sent';
      }
      const { claim, code } = await call('POST /auth/name-claims', { body });
      await navigate({ to: '/claim-name', search: { claim }, state: { gameCode: code } });
      return 'claim';
    },
    onlyField: 'username',
  });
  return (
    <Scene lead="This name is reserved for an existing character. Show us that it is yours.">
      <Form
        form={form}
        size="lg"
        block
        submitLabel={proof === 'code' ? 'Get a Code' : 'Send a Link'}
      >
        <UsernameField {...form.field('username')} defaultValue={name} />
        <RadioCards
          legend="Your proof"
          name="proof"
          value={proof}
          onChange={setProof}
          options={[
            {
              value: 'code',
              label: 'A code in the game',
              description: 'You log in to the game as this character and type a code.',
              icon: 'sword',
            },
            {
              value: 'email',
              label: 'A link by email',
              description: 'We email the address on file for this character, if there is one.',
              icon: 'mail',
            },
          ]}
        />
        {proof === 'email' && form.answer === 'sent' && (
          <Callout tone="success" live>
            If we know an address for this name, a link is on its way to it. It works once, for one
            hour. Nothing there? Use a code in the game.
          </Callout>
        )}
      </Form>
    </Scene>
  );
}

function Claim({ claim }: { claim: string }) {
  const { gameCode } = useLocation().state;
  const { data, error } = useQuery(claimQuery(claim));
  if (error) return <UnusableClaim error={error} />;
  if (!data) {
    return (
      <Scene lead="This takes a moment.">
        <Loading text="Checking your claim..." />
      </Scene>
    );
  }
  const { username } = data;
  if (data.isProven)
    return <RegisterForm search={{ redirect: undefined }} claim={{ claim, username }} />;
  if (gameCode === undefined) {
    return (
      <Scene lead="The code for the game is shown only where you asked for it.">
        <NewClaim username={username} label="Get a New Code" />
      </Scene>
    );
  }
  return (
    <Scene takeFocus lead={`Prove that you play ${username}.`}>
      <Parchment>
        <ol className={styles.steps}>
          <li>
            Log in to the game as <strong>{username}</strong>.
          </li>
          <li>
            Open your friends list and add this name as a friend:
            <Row className={styles.code}>
              <code>{gameCode}</code>
              <CopyButton text={gameCode} label="Copy code" tone="secondary" />
            </Row>
          </li>
          <li>Come back to this page. It continues by itself, usually within a minute.</li>
        </ol>
      </Parchment>
      <Callout tone="warning">
        The code works once, for half an hour. Never type a code that someone else gave you: it
        would give them your name.
      </Callout>
      <Callout>Waiting for the game...</Callout>
    </Scene>
  );
}

function UnusableClaim({ error }: { error: Error }) {
  return (
    <Scene lead="A claim works once and only for a short while.">
      <Failure error={error} />
      <NewClaim label="Claim a Name" />
    </Scene>
  );
}

function NewClaim({ username, label }: { username?: string; label: string }) {
  return (
    <LinkButton to="/claim-name" search={{ name: username }} tone="primary" size="lg" block>
      {label}
    </LinkButton>
  );
}

function SignedIn({ username }: { username: string }) {
  return (
    <Scene lead="A claimed name gets an account of its own.">
      <Callout>
        You are signed in as {username}. Log out first to register with another name. If your
        account should get the name instead, write to the staff.
      </Callout>
    </Scene>
  );
}

type SceneProps = { lead: string; takeFocus?: boolean; children: ReactNode };

function Scene({ lead, takeFocus, children }: SceneProps) {
  return (
    <ScenePage
      scene="gate"
      icon="user"
      heading="Claim Your Name"
      lead={lead}
      takeFocus={takeFocus}
      foot={<Link to="/register">Register with another name</Link>}
    >
      {children}
    </ScenePage>
  );
}

function claimQuery(claim: string) {
  return queryOptions({
    queryKey: ['name-claim', claim],
    queryFn: () => call('POST /auth/name-claims/check', { body: { claim } }),
    refetchInterval: ({ state }) =>
      state.data?.isProven || state.error ? false : checkSeconds * 1000,
    refetchIntervalInBackground: true,
    gcTime: 0,
    // A network failure while the player is in the game must not end the wait.
    retry: (failures, error) => isRetryable(error) && failures < 100,
  });
}
