import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { readEditor } from '#client/lib/search.ts';
import type { EditorView } from '#client/lib/search.ts';
import { Button, ButtonLink, buttonClass } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Row, Stack } from '#client/ui/layout.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { contractExportPath } from '#shared/contracts.ts';
import type { Contract } from '#shared/contracts.ts';

import { ContractEditor } from './contract-editor.tsx';
import { ContractFilters } from './contract-filters.tsx';
import { ContractTable } from './contract-table.tsx';
import { contractsQuery } from './contracts.queries.ts';
import type { Edited } from './contracts.queries.ts';
import { filterContracts } from './filter-contracts.ts';
import { ImportDialog } from './import-dialog.tsx';
import { SyncState } from './sync-state.tsx';

export function AdminContractsPage() {
  const view = readEditor(useSearch({ from: '/admin/contracts' }));
  const query = useQuery(contractsQuery);
  const [isImporting, setIsImporting] = useState(false);
  const edited = query.data && findEdited(view, query.data.contracts);
  return (
    <>
      <PageHeading
        lead="Skilling contracts that the game hands out to players. Changes are sent to the game automatically."
        actions={
          !edited && (
            <Row gap={2}>
              <Button icon="upload" onClick={() => setIsImporting(true)}>
                Import
              </Button>
              <ButtonLink icon="download" href={contractExportPath} download>
                Export
              </ButtonLink>
              <Link
                to="/admin/contracts"
                search={{ edit: 'new' }}
                className={buttonClass({ tone: 'primary' })}
              >
                <Icon name="plus" />
                New Contract
              </Link>
            </Row>
          )
        }
      >
        Contracts
      </PageHeading>
      {edited ? (
        <ContractEditor key={`${view.kind} ${view.id}`} edited={edited} />
      ) : (
        <QueryView
          query={query}
          errorHeading="The contracts could not be loaded"
          loadingText="Loading contracts..."
          skeleton={<Skeleton shape="block" height="420px" />}
        >
          {({ contracts, sync }) => <List contracts={contracts} sync={sync} />}
        </QueryView>
      )}
      {isImporting && (
        <ImportDialog
          existing={query.data?.contracts.length ?? 0}
          onClose={() => setIsImporting(false)}
        />
      )}
    </>
  );
}

type ListProps = { contracts: Contract[]; sync: Parameters<typeof SyncState>[0]['sync'] };

function List({ contracts, sync }: ListProps) {
  const search = useSearch({ from: '/admin/contracts' });
  const found = filterContracts(contracts, search);
  if (contracts.length === 0) {
    return (
      <Panel variant="plain">
        <EmptyState
          scene="scroll"
          heading="No work to hand out yet"
          text="A first contract: forty oak logs for the shipwright?"
          action={
            <Link to="/admin/contracts" search={{ edit: 'new' }} className={buttonClass()}>
              Write It
            </Link>
          }
        />
      </Panel>
    );
  }
  return (
    <Stack gap={4}>
      {readEditor(search).kind !== 'list' && (
        <Callout tone="warning">That contract no longer exists.</Callout>
      )}
      <SyncState sync={sync} />
      <Panel
        variant="plain"
        pad="none"
        heading={`${found.length.toLocaleString('en')} ${found.length === 1 ? 'Contract' : 'Contracts'}`}
        icon="charter"
        actions={<ContractFilters />}
      >
        {found.length > 0 ? (
          <ContractTable contracts={found} all={contracts} />
        ) : (
          <EmptyState scene="lost-road" text="No contracts match these filters." />
        )}
      </Panel>
    </Stack>
  );
}

function findEdited({ kind, id }: EditorView, contracts: Contract[]): Edited | undefined {
  if (kind === 'new') return { kind };
  if (kind === 'list') return undefined;
  const contract = contracts.find((one) => one.id === Number(id));
  return contract && { kind, contract };
}
