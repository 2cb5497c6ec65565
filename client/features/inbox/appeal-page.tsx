import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { change } from '#client/lib/change.ts';
import { logOut } from '#client/lib/log-out.ts';
import { useSession } from '#client/lib/session.ts';
import { useNow } from '#client/lib/use-now.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Facts } from '#client/ui/text/facts.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { NewMessage } from '#shared/endpoints/inbox.ts';
import type { OwnSanction } from '#shared/endpoints/inbox.ts';
import { AppError } from '#shared/errors.ts';

import { Blocked, Conversation, ThreadState } from './conversation.tsx';
import { MessageForm } from './message-form.tsx';
import { appealsQuery } from './support.queries.ts';

/** Open to everybody, because a banned player has no session but the one for this page. */
export function AppealPage() {
  const { isLoggedIn } = useSession();
  const query = useQuery(appealsQuery(isLoggedIn));
  const { error } = query;
  const needsLogin =
    error instanceof AppError && (error.status === 401 || error.code === 'accounts/banned');
  return (
    <div className="wrap">
      <PageHeading
        lead="Read why your account is banned or muted, and ask the staff to look at it again."
        actions={!isLoggedIn && query.data && !needsLogin && <LogOut />}
      >
        Appeal
      </PageHeading>
      {needsLogin ? (
        <Panel>
          <EmptyState
            scene="watchtower"
            heading="Log in first"
            text="Use the account that is banned or muted. A banned account opens only this page."
            action={
              <LinkButton to="/login" search={{ redirect: '/support/appeal' }} tone="primary">
                Log In
              </LinkButton>
            }
          />
        </Panel>
      ) : (
        <QueryView
          query={query}
          errorHeading="Your bans and mutes could not be loaded"
          loadingText="Loading your bans and mutes..."
          panel="stone"
        >
          {({ sanctions, isBlocked }) =>
            sanctions.length === 0 ? (
              <Panel>
                <EmptyState
                  scene="campfire"
                  heading="Nothing to appeal"
                  text="No ban or mute is in force on your account."
                  action={<LinkButton to="/support">Write to the Staff</LinkButton>}
                />
              </Panel>
            ) : (
              <Stack>
                {sanctions.map((sanction) => (
                  <Sanction key={sanction.id} sanction={sanction} isBlocked={isBlocked} />
                ))}
              </Stack>
            )
          }
        </QueryView>
      )}
    </div>
  );
}

function LogOut() {
  const navigate = useNavigate();
  return (
    <Button icon="logout" onClick={() => void logOut(() => navigate({ to: '/' }))}>
      Log Out
    </Button>
  );
}

const names = { ban: 'Ban', mute: 'Mute' };

function Sanction({ sanction, isBlocked }: { sanction: OwnSanction; isBlocked: boolean }) {
  const { kind, reason, issuedAt, expiresAt, appeal, canAppealFrom } = sanction;
  const now = useNow(1000);
  const isOpen = appeal !== null && appeal.isAccepted === null;
  const canAppeal = !isOpen && canAppealFrom !== null && Date.parse(canAppealFrom) <= now;
  return (
    <Panel heading={names[kind]} icon="lock" actions={appeal && <ThreadState thread={appeal} />}>
      <Stack gap={6}>
        <Facts
          inline
          facts={{
            Reason: reason,
            Given: <Timestamp at={issuedAt} />,
            Until: expiresAt ? <Timestamp at={expiresAt} /> : 'Permanent',
          }}
        />
        {appeal && <Conversation thread={appeal} isBlocked={isBlocked} />}
        {appeal && !isOpen && !canAppeal && (
          <Callout>
            {canAppealFrom ? (
              <>
                You can appeal this {kind} again from <Timestamp at={canAppealFrom} />.
              </>
            ) : (
              `This ${kind} cannot be appealed again.`
            )}
          </Callout>
        )}
        {canAppeal && (isBlocked ? <Blocked /> : <AppealForm sanction={sanction} />)}
      </Stack>
    </Panel>
  );
}

function AppealForm({ sanction: { id, kind, appeal } }: { sanction: OwnSanction }) {
  return (
    <MessageForm
      schema={NewMessage}
      label={`Why should the ${kind} end?`}
      hint="Say what happened from your side. The staff reads it, may ask you something here, and then decides. You get an email when there is an answer."
      submitLabel={appeal ? 'Appeal Again' : 'Send Appeal'}
      done="Your appeal was sent."
      send={(body) =>
        change('me', 'POST /api/support/appeals', { body: { ...body, sanctionId: id } })
      }
    />
  );
}
