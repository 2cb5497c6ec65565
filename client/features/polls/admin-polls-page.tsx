import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';

import { readEditor } from '#client/lib/search.ts';
import type { EditorView } from '#client/lib/search.ts';
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
import { ManagedPollPanel } from './managed-poll-panel.tsx';
import { ManagedPollTable } from './managed-poll-table.tsx';
import { PollEditor } from './poll-editor.tsx';

export function AdminPollsPage() {
  const { poll, ...search } = useSearch({ from: '/admin/polls' });
  const view = readEditor(search);
  return (
    <>
      <PageHeading
        lead="Ask the players. A poll is public as soon as it is saved."
        actions={
          // The editor has its own primary button.
          view.kind === 'list' && (
            <Link
              to="/admin/polls"
              search={{ edit: 'new' }}
              className={buttonClass({ tone: 'primary' })}
            >
              <Icon name="plus" />
              New Poll
            </Link>
          )
        }
      >
        Polls
      </PageHeading>
      <View view={view} shownId={view.id ?? poll} />
    </>
  );
}

/** `shownId` is also the poll that is edited, because it may no longer exist. */
function View({ view, shownId }: { view: EditorView; shownId: string | undefined }) {
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
        const chosen = polls.find(({ id }) => id === shownId);
        return (
          <Stack>
            {shownId !== undefined && !chosen && (
              <Callout tone="warning">This poll no longer exists.</Callout>
            )}
            {chosen && <ManagedPollPanel poll={chosen} players={players} />}
            {polls.length === 0 ? (
              <NoPolls />
            ) : (
              <Panel variant="plain" pad="none" heading="All Polls" icon="poll">
                <ManagedPollTable polls={polls} players={players} chosenId={chosen?.id} />
              </Panel>
            )}
          </Stack>
        );
      }}
    </QueryView>
  );
}

function findEdited({ kind, id }: EditorView, polls: ManagedPoll[]): Edited | undefined {
  if (kind === 'new') return { kind };
  if (kind === 'list') return undefined;
  const poll = polls.find((one) => one.id === id);
  return poll && { kind, poll };
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
            Create a Poll
          </Link>
        }
      />
    </Panel>
  );
}
