import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Button, ButtonLink } from '#client/ui/form/button.tsx';
import { FilterForm } from '#client/ui/form/filter-form.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { EditorPage } from '#client/ui/layout/editor-page.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Muted } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { contractTypes } from '#shared/endpoints/bridge.ts';
import { contractExportPath } from '#shared/endpoints/contracts.ts';
import type { Contract } from '#shared/endpoints/contracts.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { ContractEditor } from './contract-editor.tsx';
import { useContractSkills } from './contract-skills.ts';
import { ContractTable } from './contract-table.tsx';
import { contractsQuery } from './contracts.queries.ts';
import { filterContracts } from './filter-contracts.ts';
import { ImportDialog } from './import-dialog.tsx';

export function AdminContractsPage() {
  const query = useQuery(contractsQuery);
  const [isImporting, setIsImporting] = useState(false);
  return (
    <>
      <EditorPage
        heading="Contracts"
        lead="Skilling contracts that the game hands out to players. Changes are sent to the game automatically."
        newLabel="New Contract"
        actions={
          <>
            <Button icon="upload" onClick={() => setIsImporting(true)}>
              Import
            </Button>
            <ButtonLink icon="download" href={contractExportPath} download>
              Export
            </ButtonLink>
          </>
        }
        many="contracts"
        query={query}
        read={({ contracts }) => contracts}
        missing="That contract no longer exists."
        empty={{
          scene: 'scroll',
          heading: 'No work to hand out yet',
          text: 'A first contract: forty oak logs for the shipwright?',
          action: 'Write It',
        }}
        Editor={ContractEditor}
      >
        {({ contracts, sync }) => (
          <>
            <SyncState sync={sync} />
            <List contracts={contracts} />
          </>
        )}
      </EditorPage>
      {isImporting && (
        <ImportDialog
          existing={query.data?.contracts.length ?? 0}
          onClose={() => setIsImporting(false)}
        />
      )}
    </>
  );
}

function List({ contracts }: { contracts: Contract[] }) {
  const search = useSearch({ from: '/admin/contracts' });
  const found = filterContracts(contracts, search);
  return (
    <Panel
      variant="plain"
      pad="none"
      heading={formatCount(found.length, 'Contract')}
      icon="charter"
      actions={
        <FilterForm
          inline
          search={search}
          fields={[
            {
              name: 'q',
              label: 'Find a contract',
              hideLabel: true,
              icon: 'search',
              placeholder: 'Name, NPC or item id',
              maxLength: 80,
            },
            {
              name: 'skill',
              label: 'Skill',
              hideLabel: true,
              placeholder: 'All skills',
              options: useContractSkills(),
            },
            {
              name: 'type',
              label: 'Type',
              hideLabel: true,
              placeholder: 'All types',
              options: contractTypes,
            },
          ]}
        />
      }
    >
      {found.length > 0 ? (
        <ContractTable contracts={found} all={contracts} />
      ) : (
        <EmptyState scene="lost-road" text="No contracts match these filters." />
      )}
    </Panel>
  );
}

type Props = { sync: { server: string; state: string | null; at: string | null }[] };

const stateTexts: Record<string, string> = {
  waiting: 'will load the contracts when it connects',
  sent: 'was told to load the contracts',
  done: 'has loaded the contracts',
  failed: 'could not load the contracts',
  unsupported: 'does not use contracts',
  expired: 'did not load the contracts in time',
};

function SyncState({ sync }: Props) {
  const known = sync.filter(({ state }) => state !== null);
  if (known.length === 0) return null;
  return (
    <Row gap={4} className="sans">
      {known.map(({ server, state, at }) => (
        <Row key={server} gap={2} nowrap>
          <Icon name={state === 'done' ? 'check' : state === 'failed' ? 'warning' : 'refresh'} />
          <Muted>
            {server} {stateTexts[state ?? ''] ?? state}
            {at && (
              <>
                {' · '}
                <Timestamp at={at} />
              </>
            )}
          </Muted>
        </Row>
      ))}
    </Row>
  );
}
