import { useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { actionsColumn, column, dateColumn, numberColumn } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { ActionIcon } from '#client/ui/form/action-button.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import type { UnknownReport } from '#shared/endpoints/hiscore-lists.ts';

import { unknownQuery } from './admin-lists.queries.ts';

type OnAdd = (added: { kind: UnknownReport['kind']; reported: string }) => void;

/** Modes and counters that the game has sent and the site does not know. */
export function UnknownPanel({ onAdd }: { onAdd: OnAdd }) {
  const { data } = useQuery(unknownQuery);
  if (!data || data.reports.length === 0) return null;
  return (
    <Panel variant="plain" pad="none" heading="Reported by the Game" icon="bell">
      <DataTable
        caption="Unknown modes and counters"
        rows={data.reports}
        rowKey={({ kind, key }) => `${kind} ${key}`}
        phone="cards"
        dense
        columns={columnsOf(onAdd)}
      />
    </Panel>
  );
}

function columnsOf(onAdd: OnAdd): Column<UnknownReport>[] {
  return [
    column('Key', ({ key }) => <code>{key}</code>, { rowHeader: true }),
    column('Kind', ({ kind }) => (kind === 'mode' ? 'Game mode' : 'Counter')),
    column('Game server', ({ gameServer }) => gameServer),
    numberColumn('Last count', ({ sample }) => sample),
    dateColumn('Last sent', ({ lastSeen }) => lastSeen),
    actionsColumn((report) => <Actions report={report} onAdd={onAdd} />),
  ];
}

function Actions({ report: { kind, key }, onAdd }: { report: UnknownReport; onAdd: OnAdd }) {
  return (
    <Row gap={1} nowrap>
      <Button size="sm" aria-label={`Add ${key}`} onClick={() => onAdd({ kind, reported: key })}>
        Add
      </Button>
      <ActionIcon
        label={`Dismiss ${key}`}
        action={{
          name: 'Dismiss',
          icon: 'close',
          call: () =>
            call('DELETE /api/admin/hiscores/unknown/{kind}/{key}', { params: { kind, key } }),
          done: 'Dismissed. It comes back if the game reports it again.',
        }}
      />
    </Row>
  );
}
