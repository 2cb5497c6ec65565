import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useSession } from '#client/lib/session.ts';
import { Callout, Failure } from '#client/ui/feedback/callout.tsx';
import { Loading } from '#client/ui/feedback/loading.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { ScenePage } from '#client/ui/layout/scene-page.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import { shortenEmail } from '#shared/endpoints/accounts.ts';

import { askOnce, emailConfirmationQuery, useSendEmailConfirmation } from './accounts.queries.ts';
import { AuthDone } from './auth-done.tsx';
import { loadIdentity } from './identity.ts';
import { explainEmailConfirm, isInvalidCode } from './provider-errors.ts';

export function ConfirmEmailPage() {
  const { oobCode } = useSearch({ from: '/site/confirm-email' });
  return oobCode ? <ConfirmWithCode code={oobCode} /> : <UnusableLink />;
}

function ConfirmWithCode({ code }: { code: string }) {
  const { status, error, refetch, isFetching } = useQuery(
    askOnce('confirm-email', code, () => confirm(code)),
  );
  // Also after a success: the server then copies the state from Firebase.
  useConfirmation({ enabled: status === 'success' });
  if (status === 'success') return <DoneNote text="Thank you. Your email address is confirmed." />;
  if (status === 'pending') return <Waiting text="Confirming your email address..." />;
  if (isInvalidCode(error)) return <UnusableLink />;
  return (
    <Scene lead="Something went wrong on the way.">
      <Failure error={explainEmailConfirm(error)} />
      <Button tone="primary" size="lg" block pending={isFetching} onClick={() => void refetch()}>
        Try Again
      </Button>
    </Scene>
  );
}

/** A second click on a link that worked is the most common cause, so this checks the account first. */
function UnusableLink() {
  const { isLoggedIn } = useSession();
  const { data, isLoading } = useConfirmation({ enabled: true });
  if (isLoading) return <Waiting text="Checking your account..." />;
  if (data?.isConfirmed) return <DoneNote text="Your email address is already confirmed." />;
  return (
    <Scene lead="Confirmation links work once and only for a short while.">
      <Failure error="This link is invalid, has expired or was already used." />
      {!isLoggedIn && (
        <>
          <p>If you have already confirmed your address, you are done.</p>
          <LinkButton
            to="/login"
            search={{ redirect: '/profile/home' }}
            tone="primary"
            size="lg"
            block
          >
            Get a New Link
          </LinkButton>
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
          {sending.error.message}
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
        Send a New Link
      </Button>
    </>
  );
}

function DoneNote({ text }: { text: string }) {
  const { isLoggedIn } = useSession();
  return (
    <AuthDone
      heading="Email Confirmed"
      lead={<SiteText name="emailConfirmed" original="The raven knows the way." />}
      text={text}
      to={isLoggedIn ? '/profile/home' : '/login'}
      linkLabel={isLoggedIn ? 'Go to Your Profile' : 'Go to Login'}
    />
  );
}

function Waiting({ text }: { text: string }) {
  return (
    <Scene lead="This takes a moment.">
      <Loading text={text} />
    </Scene>
  );
}

function Scene({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <ScenePage scene="raven-tower" icon="mail" heading="Confirm Your Email Address" lead={lead}>
      {children}
    </ScenePage>
  );
}

/** Always asks the server: the link may have been used a moment ago. */
function useConfirmation({ enabled }: { enabled: boolean }) {
  const { isLoggedIn } = useSession();
  return useQuery({ ...emailConfirmationQuery, staleTime: 0, enabled: enabled && isLoggedIn });
}

async function confirm(code: string): Promise<true> {
  const { confirmEmail } = await loadIdentity();
  await confirmEmail(code);
  return true;
}
