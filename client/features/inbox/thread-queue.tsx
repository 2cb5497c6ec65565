import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';

import { describeTimeLeft } from '#client/lib/time-left.ts';
import { useNow } from '#client/lib/use-now.ts';
import { PagedView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { FilterForm } from '#client/ui/form/filter-form.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import type { ListedThread } from '#shared/endpoints/inbox.ts';

import { queueQuery } from './admin-inbox.queries.ts';
import type { InboxSearch } from './inbox-search.ts';

export const kinds = { appeal: 'Appeal', report: 'Report', help: 'Help', question: 'Question' };
export const states = { open: 'Open', waiting: 'Waiting for the player', closed: 'Closed' };
const assignees = { me: 'Me', none: 'Nobody' };

export function optionsOf(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

type Props = { search: InboxSearch };

export function QueueFilters({ search }: Props) {
  return (
    <FilterForm
      inline
      search={search}
      keep={{ thread: search.thread }}
      fields={[
        { name: 'player', label: 'Player', type: 'search', icon: 'search', maxLength: 40 },
        { name: 'state', label: 'State', placeholder: 'Not closed', options: optionsOf(states) },
        { name: 'kind', label: 'Kind', options: optionsOf(kinds) },
        { name: 'assigned', label: 'Assigned to', options: optionsOf(assignees) },
      ]}
    />
  );
}

export function ThreadQueue({ search }: Props) {
  return (
    <PagedView
      query={useQuery(queueQuery(search))}
      label="Pages of threads"
      link={(page) => linkOptions({ to: '/admin/inbox', search: { ...search, page } })}
      errorHeading="The inbox could not be loaded"
      loadingText="Loading the inbox..."
      empty={<EmptyState small scene="scroll" text="No thread matches these filters." />}
    >
      {({ threads }) => (
        <Panel variant="plain">
          <Entries>
            {threads.map((thread) => (
              <QueueEntry key={thread.id} thread={thread} search={search} />
            ))}
          </Entries>
        </Panel>
      )}
    </PagedView>
  );
}

function QueueEntry({ thread, search }: Props & { thread: ListedThread }) {
  const { id, kind, state, player, priority, assignee, waitingSince } = thread;
  // Whole minutes, and at least one, because the clocks of the server and the browser may differ.
  const minutes = Math.max(1, Math.floor((useNow(60_000) - Date.parse(waitingSince)) / 60_000));
  return (
    <Entry
      text={
        <>
          <TitleLink
            to="/admin/inbox"
            search={{ ...search, thread: String(id) }}
            aria-current={search.thread === String(id) ? 'true' : undefined}
            data-cover
          >
            {thread.subject}
          </TitleLink>{' '}
          {thread.isUnread && <Chip tone="gold">New</Chip>}{' '}
          {priority === 'urgent' && <Chip tone="blood">Urgent</Chip>}
        </>
      }
      facts={
        <>
          {kinds[kind]} by {player}
          {assignee && ` · ${assignee}`}
          <br />
          {state === 'open'
            ? `Unanswered for ${describeTimeLeft(minutes * 60_000)}`
            : states[state]}
        </>
      }
    />
  );
}
