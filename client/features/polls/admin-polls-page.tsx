import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';

import { buttonClass } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import type { ManagedPoll } from '#shared/polls.ts';

import { managedPollsQuery } from './admin-polls.queries.ts';
import type { Edited } from './admin-polls.queries.ts';
import { readAdminSearch } from './admin-search.ts';
import type { AdminView } from './admin-search.ts';
import { ManagedPollPanel } from './managed-poll-panel.tsx';
import { ManagedPollTable } from './managed-poll-table.tsx';
import { PollEditor } from './poll-editor.tsx';

export function AdminPollsPage() {
  const view = useSearch({ strict: false, select: readAdminSearch });
  return (
    <>
      <PageHeading
        lead="Ask the players. A poll is public as soon as it is saved."
        actions={
          // The editor has its own primary button.
          (view.kind === 'list' || view.kind === 'show') && (
            <Link
              to="/admin/polls"
              search={{ edit: 'new' }}
              className={buttonClass({ tone: 'primary' })}
            >
              <Icon name="plus" />
              New poll
            </Link>
          )
        }
      >
        Polls
      </PageHeading>
      <View view={view} />
    </>
  );
}

function View({ view }: { view: AdminView }) {
  const query = useQuery(managedPollsQuery);
  return (
    <QueryView
      query={query}
      errorHeading="The polls could not be loaded"
      loadingText="Loading polls..."
    >
      {({ polls, players }) => {
        const edited = findEdited(view, polls);
        if (edited) return <PollEditor key={`${view.kind} ${view.id}`} edited={edited} />;
        const chosen = polls.find(({ id }) => id === view.id);
        return (
          <Stack>
            {view.id !== undefined && !chosen && (
              <Callout tone="warning">This poll no longer exists.</Callout>
            )}
            {chosen && <ManagedPollPanel poll={chosen} players={players} />}
            {polls.length === 0 ? (
              <NoPolls />
            ) : (
              <Panel variant="plain" pad="none" heading="All polls" icon="poll">
                <ManagedPollTable polls={polls} players={players} chosenId={chosen?.id} />
              </Panel>
            )}
          </Stack>
        );
      }}
    </QueryView>
  );
}

function findEdited(view: AdminView, polls: ManagedPoll[]): Edited | undefined {
  if (view.kind === 'new') return { kind: 'new' };
  if (view.kind !== 'edit' && view.kind !== 'copy') return undefined;
  const poll = polls.find(({ id }) => id === view.id);
  return poll && { kind: view.kind, poll };
}

function NoPolls() {
  return (
    <Panel variant="plain">
      <EmptyState
        scene="scroll"
        heading="No polls yet"
        text="A good first question: what should we build next?"
        action={
          <Link to="/admin/polls" search={{ edit: 'new' }} className={buttonClass()}>
            Create a poll
          </Link>
        }
      />
    </Panel>
  );
}
