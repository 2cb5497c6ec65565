import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';

import { describeTimeLeft } from '#client/lib/time-left.ts';
import { useNow } from '#client/lib/use-now.ts';
import { PagedView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { FilterForm } from '#client/ui/form/filter-form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import type { ListedThread } from '#shared/endpoints/inbox.ts';

import type { InboxSearch } from './admin-inbox-search.ts';
import { queueQuery } from './admin-inbox.queries.ts';
import { kindLooks, optionsOf, stateLooks } from './thread-looks.ts';

const assigned = [
  { value: 'me', label: 'Me' },
  { value: 'none', label: 'Nobody' },
];

type Props = { search: InboxSearch };

export function QueueFilters({ search }: Props) {
  return (
    <FilterForm
      inline
      search={search}
      keep={{ thread: search.thread }}
      fields={[
        { name: 'player', label: 'Player', type: 'search', icon: 'search', maxLength: 40 },
        {
          name: 'state',
          label: 'State',
          placeholder: 'Not closed',
          options: optionsOf(stateLooks),
        },
        { name: 'kind', label: 'Kind', options: optionsOf(kindLooks) },
        { name: 'assigned', label: 'Assigned to', placeholder: 'Anybody', options: assigned },
      ]}
    />
  );
}

/** Unread and oldest first. */
export function ThreadQueue({ search }: Props) {
  const { state, kind, assigned: to, player } = search;
  const isFiltered = Boolean(state ?? kind ?? to ?? player);
  return (
    <PagedView
      query={useQuery(queueQuery(search))}
      label="Pages of threads"
      link={(page) => linkOptions({ to: '/admin/inbox', search: { ...search, page } })}
      errorHeading="The inbox could not be loaded"
      loadingText="Loading the inbox..."
      empty={
        <EmptyState
          small
          scene="scroll"
          heading={isFiltered ? 'No threads found' : 'Nothing to answer'}
          text={isFiltered ? 'No thread matches these filters.' : 'New threads appear here.'}
          action={
            isFiltered && (
              <LinkButton to="/admin/inbox" size="sm">
                Show All Threads
              </LinkButton>
            )
          }
        />
      }
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
  const now = useNow(60_000);
  const { id, subject, kind, state, player, priority, assignee, isUnread, waitingSince } = thread;
  // The clocks of the server and the browser may differ.
  const waited = describeTimeLeft(Math.max(60_000, now - Date.parse(waitingSince)));
  return (
    <Entry
      text={
        <>
          <TitleLink to="/admin/inbox" search={{ ...search, thread: String(id) }} data-cover>
            {subject}
          </TitleLink>{' '}
          {isUnread && (
            <Chip tone="gold" dot>
              New
            </Chip>
          )}
          {priority === 'urgent' && <Chip tone="blood">Urgent</Chip>}
          {priority === 'low' && <Chip>Low</Chip>}
        </>
      }
      facts={
        <>
          {kindLooks[kind].label} by {player}
          {assignee && ` · ${assignee}`}
          <br />
          {state === 'open' ? `Waits for ${waited}` : stateLooks[state].label}
        </>
      }
    />
  );
}
