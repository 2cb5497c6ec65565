import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { Button, ButtonLink, buttonClass } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { contractExportPath } from '#shared/contracts.ts';
import type { Contract } from '#shared/contracts.ts';

import { ContractEditor } from './contract-editor.tsx';
import { ContractFilters } from './contract-filters.tsx';
import { ContractTable } from './contract-table.tsx';
import { filterContracts, readContractsSearch } from './contracts-search.ts';
import { contractsQuery } from './contracts.queries.ts';
import type { Edited } from './contracts.queries.ts';
import { ImportDialog } from './import-dialog.tsx';
import { SyncState } from './sync-state.tsx';

import styles from './admin-contracts-page.module.css';

export function AdminContractsPage() {
  const search = useSearch({ strict: false, select: readContractsSearch });
  const { data, error, refetch } = useQuery(contractsQuery);
  const [isImporting, setIsImporting] = useState(false);
  const edited = data && findEdited(search, data.contracts);
  return (
    <>
      <PageHeading
        lead="Skilling contracts that the game hands out to players. Changes are sent to the game automatically."
        actions={
          !edited && (
            <div className={styles.actions}>
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
                New contract
              </Link>
            </div>
          )
        }
      >
        Contracts
      </PageHeading>
      {edited ? (
        <ContractEditor key={`${search.kind} ${search.id}`} edited={edited} />
      ) : data ? (
        <List contracts={data.contracts} sync={data.sync} />
      ) : error ? (
        <Panel variant="plain">
          <ErrorState
            heading="The contracts could not be loaded"
            text={error.message}
            onRetry={() => void refetch()}
          />
        </Panel>
      ) : (
        <Loading text="Loading contracts...">
          <Skeleton shape="block" height="420px" />
        </Loading>
      )}
      {isImporting && (
        <ImportDialog
          existing={data?.contracts.length ?? 0}
          onClose={() => setIsImporting(false)}
        />
      )}
    </>
  );
}

type ListProps = { contracts: Contract[]; sync: Parameters<typeof SyncState>[0]['sync'] };

function List({ contracts, sync }: ListProps) {
  const search = useSearch({ strict: false, select: readContractsSearch });
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
              Write it
            </Link>
          }
        />
      </Panel>
    );
  }
  return (
    <div className={styles.stack}>
      {search.kind !== 'list' && <Callout tone="warning">That contract no longer exists.</Callout>}
      <SyncState sync={sync} />
      <Panel
        variant="plain"
        pad="none"
        heading={`${found.length.toLocaleString('en')} ${found.length === 1 ? 'contract' : 'contracts'}`}
        icon="contract"
        actions={<ContractFilters />}
      >
        {found.length > 0 ? (
          <ContractTable contracts={found} all={contracts} />
        ) : (
          <EmptyState scene="lost-road" text="No contracts match these filters." />
        )}
      </Panel>
    </div>
  );
}

function findEdited(
  { kind, id }: ReturnType<typeof readContractsSearch>,
  contracts: Contract[],
): Edited | undefined {
  if (kind === 'new') return { kind };
  if (kind === 'list') return undefined;
  const contract = contracts.find((one) => one.id === id);
  return contract && { kind, contract };
}
