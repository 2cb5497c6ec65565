import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';

import { threadQuery } from '#client/features/inbox/admin-inbox.queries.ts';
import { inboxSearch } from '#client/features/inbox/inbox-search.ts';
import type { InboxSearch } from '#client/features/inbox/inbox-search.ts';
import { QueueFilters, states, ThreadQueue } from '#client/features/inbox/thread-queue.tsx';
import { ThreadView } from '#client/features/inbox/thread-view.tsx';
import { CoinsPanel } from '#client/features/players/coins-forms.tsx';
import { managedUserQuery } from '#client/features/players/manage.queries.ts';
import { LastPurchases } from '#client/features/players/overview-panels.tsx';
import { SanctionsPanel } from '#client/features/players/sanctions-panel.tsx';
import { useSession } from '#client/lib/session.ts';
import { useMay } from '#client/lib/use-may.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { Facts } from '#client/ui/text/facts.tsx';
import { Kbd } from '#client/ui/text/kbd.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import type { Thread } from '#shared/endpoints/inbox.ts';
import { rankNames } from '#shared/endpoints/players.ts';
import { canActOn } from '#shared/rules/staff-permissions.ts';

import styles from './admin-inbox-page.module.css';

/** Combines two features: the threads (inbox) and their player (players). */
export function AdminInboxPage() {
  const search = useSearch({
    from: '/admin/inbox',
    select: inboxSearch.read,
    structuralSharing: true,
  });
  const may = useMay();
  return (
    <div className={search.thread && styles.open}>
      <PageHeading
        lead="Appeals, reports and questions of the players."
        actions={
          may() && (
            <LinkButton to="/admin/inbox/settings" icon="settings">
              Settings
            </LinkButton>
          )
        }
      >
        Inbox
      </PageHeading>
      <div className={styles.back}>
        <BackLink to="/admin/inbox" search={{ ...search, thread: undefined }}>
          All threads
        </BackLink>
      </div>
      <div className={styles.filters}>
        <QueueFilters search={search} />
      </div>
      <div className={styles.columns}>
        <Stack gap={3} className={styles.queue}>
          <ThreadQueue search={search} />
          <Text size="sm" tone="muted" className={styles.keys}>
            <Kbd>J</Kbd> <Kbd>K</Kbd> choose, <Kbd>Enter</Kbd> open, <Kbd>R</Kbd> answer,{' '}
            <Kbd>A</Kbd> assign to me, <Kbd>C</Kbd> close
          </Text>
        </Stack>
        {search.thread ? (
          <OpenThread key={search.thread} id={search.thread} search={search} />
        ) : (
          <Panel variant="plain" className={styles.none}>
            <EmptyState scene="scroll" text="Choose a thread to read it here." />
          </Panel>
        )}
      </div>
    </div>
  );
}

function OpenThread({ id, search }: { id: string; search: InboxSearch }) {
  const may = useMay();
  return (
    <QueryView
      query={useQuery(threadQuery(id))}
      errorHeading="The thread could not be loaded"
      missing={<EmptyState scene="lost-road" text="This thread no longer exists." />}
      loadingText="Loading the thread..."
      skeleton={<Skeleton shape="block" height="480px" />}
    >
      {(thread) => (
        <>
          <ThreadView thread={thread} />
          <Stack as="aside" aria-label="Player">
            <Player thread={thread} search={search} />
            {may('shop') && <LastPurchases user={{ username: thread.player }} />}
            {may('players') && <PlayerActions username={thread.player} />}
          </Stack>
        </>
      )}
    </QueryView>
  );
}

function Player({ thread, search }: { thread: Thread; search: InboxSearch }) {
  const { player: username, userRights, joinedAt, others } = thread;
  const mayOpen = useMay()('players');
  return (
    <Panel
      variant="plain"
      heading={username}
      icon="user"
      actions={
        mayOpen && (
          <LinkButton to="/admin/manage/$username" params={{ username }} tone="quiet" size="sm">
            Manage
          </LinkButton>
        )
      }
    >
      <Stack gap={4}>
        <Facts
          facts={{
            Rank: rankNames[userRights],
            Registered: <Timestamp at={joinedAt} format="day" />,
          }}
        />
        <Entries empty="No other threads.">
          {others.map(({ id, subject, state, lastMessageAt }) => (
            <Entry
              key={id}
              text={
                <TitleLink to="/admin/inbox" search={{ ...search, thread: String(id) }} data-cover>
                  {subject}
                </TitleLink>
              }
              facts={
                <>
                  {states[state]}, <Timestamp at={lastMessageAt} format="day" />
                </>
              }
            />
          ))}
        </Entries>
      </Stack>
    </Panel>
  );
}

function PlayerActions({ username }: { username: string }) {
  const { userRights } = useSession();
  const may = useMay();
  return (
    <QueryView
      query={useQuery(managedUserQuery(username))}
      errorHeading="The player could not be loaded"
      skeleton={<Skeleton shape="block" height="200px" />}
      small
    >
      {(user) => (
        <>
          {canActOn(userRights, user.userRights) && <SanctionsPanel user={user} />}
          {may() && <CoinsPanel user={user} />}
        </>
      )}
    </QueryView>
  );
}
