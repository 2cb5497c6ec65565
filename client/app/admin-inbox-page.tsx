import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';

import { inboxSearch } from '#client/features/inbox/admin-inbox-search.ts';
import type { InboxSearch } from '#client/features/inbox/admin-inbox-search.ts';
import { threadQuery } from '#client/features/inbox/admin-inbox.queries.ts';
import { ThreadPlayer } from '#client/features/inbox/thread-player.tsx';
import { QueueFilters, ThreadQueue } from '#client/features/inbox/thread-queue.tsx';
import { ThreadView } from '#client/features/inbox/thread-view.tsx';
import { CoinsPanel } from '#client/features/players/coins-panel.tsx';
import { managedUserQuery } from '#client/features/players/manage.queries.ts';
import { LastPurchases } from '#client/features/players/overview-panels.tsx';
import { SanctionsPanel } from '#client/features/players/sanctions-panel.tsx';
import { useSession } from '#client/lib/session.ts';
import { useMay } from '#client/lib/use-may.ts';
import { classNames } from '#client/ui/class-names.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { Kbd } from '#client/ui/text/kbd.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { canActOn } from '#shared/rules/staff-permissions.ts';

import styles from './admin-inbox-page.module.css';

const keys = {
  J: 'next',
  K: 'previous',
  Enter: 'open',
  R: 'answer',
  A: 'assign to me',
  C: 'close',
};

/** Combines two features: the threads (inbox) and the player beside them (players). */
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
      <div className={styles.filters}>
        <QueueFilters search={search} />
      </div>
      <div className={styles.back}>
        <BackLink to="/admin/inbox" search={{ ...search, thread: undefined }}>
          All threads
        </BackLink>
      </div>
      <div className={styles.columns}>
        <Stack className={styles.queue}>
          <ThreadQueue search={search} />
          <KeyHints />
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

function KeyHints() {
  return (
    <Row as="p" gap={2} className={classNames('sans', styles.keys)}>
      {Object.entries(keys).map(([key, text]) => (
        <Text as="span" key={key} size="sm" tone="muted">
          <Kbd>{key}</Kbd> {text}
        </Text>
      ))}
    </Row>
  );
}

type ThreadProps = { id: string; search: InboxSearch };

function OpenThread({ id, search }: ThreadProps) {
  const may = useMay();
  return (
    <QueryView
      query={useQuery(threadQuery(id))}
      errorHeading="The thread could not be loaded"
      missing={
        <EmptyState
          scene="lost-road"
          text="This thread does not exist, or it is not open to you."
        />
      }
      loadingText="Loading the thread..."
      skeleton={<Skeleton shape="block" height="480px" />}
    >
      {(thread) => (
        <>
          <ThreadView thread={thread} />
          <Stack as="aside" aria-label="Player">
            <ThreadPlayer thread={thread} search={search} />
            {may('players') && <PlayerActions username={thread.player} />}
            {may('shop') && <LastPurchases user={{ username: thread.player }} />}
          </Stack>
        </>
      )}
    </QueryView>
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
