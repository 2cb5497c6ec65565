import { Link } from '@tanstack/react-router';

import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { percentOf } from '#shared/poll-rules.ts';
import type { ManagedPoll } from '#shared/polls.ts';

import { PollState } from './poll-state.tsx';

import styles from './admin-polls-page.module.css';

type Props = {
  polls: readonly ManagedPoll[];
  players: number;
  chosenId: string | undefined;
};

export function ManagedPollTable({ polls, players, chosenId }: Props) {
  return (
    <DataTable
      caption="Polls"
      columns={columnsFor(players)}
      rows={polls}
      rowKey={({ id }) => id}
      isHighlighted={({ id }) => id === chosenId}
      phone="cards"
      dense
    />
  );
}

function columnsFor(players: number): Column<ManagedPoll>[] {
  return [
    {
      label: 'Poll',
      rowHeader: true,
      cell: ({ id, title }) => (
        <Link to="/admin/polls" search={{ poll: id }} className={styles.title}>
          {title}
        </Link>
      ),
    },
    { label: 'State', narrow: true, cell: (poll) => <PollState poll={poll} /> },
    {
      label: 'End',
      narrow: true,
      cell: ({ endTime }) => <Timestamp at={endTime} format="day" />,
    },
    {
      label: 'Questions',
      numeric: true,
      narrow: true,
      priority: 3,
      cell: ({ questions }) => questions.length,
    },
    {
      label: 'Turnout',
      numeric: true,
      narrow: true,
      cell: ({ voters }) => (
        <>
          {voters.toLocaleString('en')}{' '}
          <span className={styles.share}>({percentOf(voters, players)}%)</span>
        </>
      ),
    },
  ];
}
