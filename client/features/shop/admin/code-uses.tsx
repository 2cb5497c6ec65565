import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { readPage } from '#client/lib/read.ts';
import { useWords } from '#client/lib/words.ts';
import { column, dateColumn, playerColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { PagedView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import type { CodeUse } from '#shared/endpoints/codes.ts';

import { describeGiven } from './codes.ts';

export function CodeUses() {
  const [page, setPage] = useState(1);
  const words = useWords();
  const query = readPage('admin', 'GET /api/admin/shop/codes/uses', { query: { page } });
  const named = playerColumn<CodeUse>('Player', ({ player }) => player ?? '');
  const columns: Column<CodeUse>[] = [
    dateColumn('Date', ({ at }) => at),
    column('Player', (use) => (use.player ? named.cell(use) : 'Deleted player'), {
      rowHeader: true,
    }),
    column('Name', ({ batch }) => batch),
    column('Code', ({ code }) => <code>{code}</code>, { narrow: true }),
    column('Gave', (use) => describeGiven(use, words)),
  ];
  return (
    <Panel variant="plain" pad="none" heading="Used Codes" icon="scroll">
      <PagedView
        query={useQuery(query)}
        errorHeading="The used codes could not be loaded"
        panel="none"
        label="Used codes"
        onPage={setPage}
        empty={<EmptyState small scene="scroll" text="No code was used yet." />}
      >
        {({ uses }) => <RecordTable caption="Used codes" rows={uses} columns={columns} />}
      </PagedView>
    </Panel>
  );
}
