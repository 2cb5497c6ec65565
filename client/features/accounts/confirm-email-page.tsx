import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useSession } from '#client/lib/session.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Parchment } from '#client/ui/parchment.tsx';
import { shortenEmail } from '#shared/accounts.ts';

import { emailConfirmationQuery, useSendEmailConfirmation } from './accounts.queries.ts';
import { AuthScene } from './auth-scene.tsx';
import { loadIdentity } from './identity.ts';
import { explainEmailConfirm, isInvalidCode } from './provider-errors.ts';
import { textOf } from './refusals.ts';

import styles from './auth-form.module.css';

export function ConfirmEmailPage() {
  // The router parses a code of digits as a number.
  const { oobCode } = useSearch({ strict: false }) as { oobCode?: string | number };
  return oobCode ? <ConfirmWithCode code={`${oobCode}`} /> : <UnusableLink />;
}

function ConfirmWithCode({ code }: { code: string }) {
  const { status, error, refetch, isFetching } = useQuery(confirmQuery(code));
  const { isLoggedIn } = useSession();
  // Also after a success: the server then copies the state from Firebase.
  useQuery({
    ...emailConfirmationQuery,
    staleTime: 0,
    enabled: isLoggedIn && status === 'success',
  });
  if (status === 'success') return <DoneNote text="Thank you. Your email address is confirmed." />;
  if (status === 'pending') {
    return (
      <Scene lead="This takes a moment.">
        <Loading text="Confirming your email address..." />
      </Scene>
    );
  }
  if (isInvalidCode(error)) return <UnusableLink />;
  return (
    <Scene lead="Something went wrong on the way.">
      <Callout tone="danger" live>
        {explainEmailConfirm(error)}
      </Callout>
      <Button tone="primary" size="lg" block pending={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Scene>
  );
}

/** A second click on a link that worked is the most common cause, so this checks the account first. */
function UnusableLink() {
  const { isLoggedIn } = useSession();
  const { data, isLoading } = useQuery({
    ...emailConfirmationQuery,
    staleTime: 0,
    enabled: isLoggedIn,
  });
  if (isLoading) {
    return (
      <Scene lead="This takes a moment.">
        <Loading text="Checking your account..." />
      </Scene>
    );
  }
  if (data?.isConfirmed) return <DoneNote text="Your email address is already confirmed." />;
  return (
    <Scene lead="Confirmation links work once and only for a short while.">
      <Callout tone="danger" live>
        This link is invalid, has expired or was already used.
      </Callout>
      {!isLoggedIn && (
        <>
          <p>If you have already confirmed your address, there is nothing left to do.</p>
          <Link
            to="/login"
            search={{ redirect: '/profile/home' }}
            className={buttonClass({ tone: 'primary', size: 'lg', block: true })}
          >
            Log in for a new link
          </Link>
        </>
      )}
      {data?.canSend && <SendNewLink />}
    </Scene>
  );
}

function SendNewLink() {
  const { email } = useSession();
  const sending = useSendEmailConfirmation();
  return (
    <>
      {sending.isError && (
        <Callout tone="warning" live>
          {textOf(sending.error)}
        </Callout>
      )}
      {sending.isSuccess && (
        <Callout tone="success" live>
          A new link is on its way to {shortenEmail(email)}. Older links no longer work.
        </Callout>
      )}
      <Button
        tone="primary"
        size="lg"
        block
        pending={sending.isPending}
        onClick={() => sending.mutate()}
      >
        Send a new link
      </Button>
    </>
  );
}

function DoneNote({ text }: { text: string }) {
  const { isLoggedIn } = useSession();
  return (
    <AuthScene takeFocus icon="check" heading="Email confirmed" lead="The raven knows the way.">
      <Parchment className={styles.note}>
        <p>{text}</p>
      </Parchment>
      <Link
        to={isLoggedIn ? '/profile/home' : '/login'}
        className={buttonClass({ tone: 'primary', size: 'lg', block: true })}
      >
        {isLoggedIn ? 'Go to your profile' : 'Go to login'}
      </Link>
    </AuthScene>
  );
}

function Scene({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <AuthScene icon="mail" heading="Confirm your email address" lead={lead}>
      {children}
    </AuthScene>
  );
}

function confirmQuery(code: string) {
  return queryOptions({
    queryKey: ['confirm-email', code],
    queryFn: async () => {
      const { confirmEmail } = await loadIdentity();
      await confirmEmail(code);
      return true;
    },
    // Use the code once: a second request would report it as used.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
