import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { actionsColumn, column, dateColumn, playerColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { PagedView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import type { LoggedCallback } from '#shared/endpoints/votes.ts';

import { callbacksQuery } from './admin-votes.queries.ts';
import { reasonTexts } from './reason-texts.ts';

export function CallbackLog() {
  const [page, setPage] = useState(1);
  return (
    <Panel variant="plain" pad="none" heading="Callbacks" icon="scroll">
      <PagedView
        query={useQuery(callbacksQuery(page))}
        errorHeading="The callbacks could not be loaded"
        panel="none"
        label="Callbacks"
        onPage={setPage}
        empty={
          <EmptyState
            small
            scene="signpost"
            text="No list has called yet. Send a test callback from the editor of a list."
          />
        }
      >
        {({ callbacks }) => <RecordTable caption="Callbacks" columns={columns} rows={callbacks} />}
      </PagedView>
    </Panel>
  );
}

const named = playerColumn<LoggedCallback>('Player', ({ player }) => player ?? '');

const columns: Column<LoggedCallback>[] = [
  dateColumn('Time', ({ at }) => at),
  column('List', ({ list }) => list, { rowHeader: true }),
  column('Result', ({ reason }) => (
    <Chip tone={reasonTexts[reason].tone}>{reasonTexts[reason].label}</Chip>
  )),
  column('Player', (line) => (line.player === null ? '–' : named.cell(line))),
  column('Sender', ({ sender }) => sender, { priority: 2 }),
  actionsColumn((line) => line.canRetry && <RetryButton line={line} />),
];

function RetryButton({ line: { id, player } }: { line: LoggedCallback }) {
  return (
    <ActionButton
      size="sm"
      label={`Reward the vote of ${player}`}
      action={{
        name: 'Reward',
        ask: `Reward this vote of ${player} after all?`,
        call: () =>
          call('POST /api/admin/votes/callbacks/{id}/retry', { params: { id: String(id) } }),
        done: ({ reason }) =>
          reason === 'rewarded'
            ? 'The vote was rewarded.'
            : `Not rewarded: ${reasonTexts[reason].label}.`,
      }}
    />
  );
}
