import { column, dateColumn, numberColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { Muted } from '#client/ui/text/text.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import type { ManagedPoll } from '#shared/endpoints/polls.ts';
import { percentOf } from '#shared/rules/polls.ts';

import { PollState } from './poll-state.tsx';

type Props = {
  polls: readonly ManagedPoll[];
  players: number;
  chosenId: string | undefined;
};

export function ManagedPollTable({ polls, players, chosenId }: Props) {
  return (
    <RecordTable
      caption="Polls"
      columns={columnsFor(players)}
      rows={polls}
      isHighlighted={({ id }) => id === chosenId}
    />
  );
}

function columnsFor(players: number): Column<ManagedPoll>[] {
  return [
    column(
      'Poll',
      ({ id, title }) => (
        <TitleLink to="/admin/polls" search={{ poll: id }}>
          {title}
        </TitleLink>
      ),
      { rowHeader: true },
    ),
    column('State', (poll) => <PollState poll={poll} />, { narrow: true }),
    dateColumn('End', ({ endTime }) => endTime, { format: 'day' }),
    numberColumn('Questions', ({ questions }) => questions.length, { priority: 3 }),
    numberColumn('Turnout', ({ voters }) => (
      <>
        {voters.toLocaleString('en')} <Muted>({percentOf(voters, players)}%)</Muted>
      </>
    )),
  ];
}
