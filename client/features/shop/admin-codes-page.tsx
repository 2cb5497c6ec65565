import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { readPage } from '#client/lib/read.ts';
import { useWords } from '#client/lib/words.ts';
import { column, dateColumn, numberColumn, playerColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { Pager } from '#client/ui/data/pager.tsx';
import { PagedView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { ActionSwitch } from '#client/ui/form/action-button.tsx';
import { EditorPage } from '#client/ui/layout/editor-page.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import type { CodeBatch, CodeUse } from '#shared/endpoints/codes.ts';

import { CodeEditor } from './admin/code-editor.tsx';
import { codeBatchesQuery, describeGiven } from './admin/codes.ts';
import { ShopTabs } from './admin/shop-tabs.tsx';

export function AdminCodesPage() {
  const [page, setPage] = useState(1);
  const words = useWords();
  return (
    <EditorPage
      heading="Shop"
      lead="Players redeem them in the store and in their wallet."
      newLabel="New Codes"
      many="codes"
      query={useQuery(codeBatchesQuery(page))}
      read={({ batches }) => batches}
      missing="Codes cannot be changed."
      empty={{
        scene: 'chest',
        heading: 'No codes yet',
        text: 'Give them away at events, to winners, or as a thank-you.',
        action: 'Make the First Codes',
      }}
      Editor={CodeEditor}
      tabs={<ShopTabs />}
    >
      {({ batches, pages }) => (
        <>
          <Panel variant="plain" pad="none" heading="Codes" icon="key">
            <RecordTable
              caption="Codes"
              rows={batches}
              columns={[
                column<CodeBatch>('Name', ({ name }) => name, { rowHeader: true }),
                column<CodeBatch>('Gives', (batch) => describeGiven(batch, words)),
                ...columns,
              ]}
            />
            <Pager label="Codes" page={page} pages={pages} onPage={setPage} inPanel />
          </Panel>
          <CodeUses />
        </>
      )}
    </EditorPage>
  );
}

const columns: Column<CodeBatch>[] = [
  column('Codes', ({ word, codes }) => (word ? <code>{word}</code> : codes.toLocaleString('en'))),
  numberColumn('Used', ({ used, uses }) =>
    [used, uses].flatMap((n) => n?.toLocaleString('en') ?? []).join(' of '),
  ),
  dateColumn('Valid until', ({ expiresAt }) => expiresAt, { priority: 2 }),
  column(
    'On',
    ({ id, name, isOn }) => (
      <ActionSwitch
        label={`${name} is on`}
        checked={isOn}
        action={(next) => ({
          call: () =>
            call('PATCH /api/admin/shop/codes/{id}', {
              params: { id: String(id) },
              body: { isOn: next },
            }),
        })}
      />
    ),
    { narrow: true },
  ),
];

function CodeUses() {
  const [page, setPage] = useState(1);
  const words = useWords();
  const query = readPage('admin', 'GET /api/admin/shop/codes/uses', { query: { page } });
  const named = playerColumn<CodeUse>('Player', ({ player }) => player ?? '');
  const useColumns: Column<CodeUse>[] = [
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
        {({ uses }) => <RecordTable caption="Used codes" rows={uses} columns={useColumns} />}
      </PagedView>
    </Panel>
  );
}
