import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useWords } from '#client/lib/words.ts';
import { actionsColumn, coinsColumn, column, numberColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { DeleteIcon } from '#client/ui/form/action-button.tsx';
import { Button, IconButton } from '#client/ui/form/button.tsx';
import { ListIcon } from '#client/ui/icon/list-icon.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import type { ManagedSupporters } from '#shared/endpoints/supporters.ts';

import { GoalForm } from './admin/goal-form.tsx';
import { PacksForm } from './admin/packs-form.tsx';
import { ShopTabs } from './admin/shop-tabs.tsx';
import { StepDialog } from './admin/step-dialog.tsx';
import { saveSupporters, supportersQuery, topUpSettingsQuery } from './admin/supporters.queries.ts';

type Step = ManagedSupporters['steps'][number];

export function AdminSupportersPage() {
  const supporters = useQuery(supportersQuery);
  const [edited, setEdited] = useState<Step | 'new'>();
  return (
    <>
      <PageHeading lead="Thank the players who keep the server running.">Shop</PageHeading>
      <ShopTabs />
      <Stack gap={6}>
        <QueryPanel
          variant="plain"
          heading="Supporter Ranks"
          icon="coronet"
          query={supporters}
          errorHeading="The ranks could not be loaded"
          height="180px"
          actions={
            <Button size="sm" icon="plus" onClick={() => setEdited('new')}>
              Add Rank
            </Button>
          }
        >
          {(data) => <Steps data={data} onEdit={setEdited} />}
        </QueryPanel>
        <QueryPanel
          variant="plain"
          heading="Shown on the Site"
          icon="eye"
          query={supporters}
          errorHeading="This could not be loaded"
          height="220px"
        >
          {(data) => <GoalForm key={JSON.stringify(data)} settings={data} />}
        </QueryPanel>
        <QueryPanel
          variant="plain"
          heading="Bonus Packs"
          icon="coins"
          query={useQuery(topUpSettingsQuery)}
          errorHeading="The packs could not be loaded"
          height="160px"
        >
          {(settings) => <PacksForm key={JSON.stringify(settings)} settings={settings} />}
        </QueryPanel>
      </Stack>
      {edited && supporters.data && (
        <StepDialog
          settings={supporters.data}
          step={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

type StepsProps = { data: ManagedSupporters; onEdit: (step: Step) => void };

function Steps({ data, onEdit }: StepsProps) {
  const { coins } = useWords();
  if (data.steps.length === 0) {
    return (
      <Hint>None yet. Players reach a rank by the {coins} that they have bought in total.</Hint>
    );
  }
  return (
    <RecordTable
      caption="Supporter ranks"
      rows={data.steps}
      columns={[
        nameColumn,
        coinsColumn<Step>('Bought', (step) => step.coins),
        column<Step>('Game rank', ({ gameRank }) => gameRank ?? '–'),
        numberColumn<Step>('Players', ({ players }) => players),
        createActions({ data, onEdit }),
      ]}
    />
  );
}

const nameColumn = column<Step>(
  'Name',
  ({ name, icon, colour }) => (
    <Row as="span" gap={2} nowrap>
      <ListIcon name={icon} colour={colour} />
      {name}
    </Row>
  ),
  { rowHeader: true },
);

function createActions({ data, onEdit }: StepsProps) {
  return actionsColumn<Step>((step) => (
    <Row gap={1} nowrap>
      <IconButton
        size="sm"
        icon="pencil"
        label={`Edit ${step.name}`}
        onClick={() => onEdit(step)}
      />
      <DeleteIcon
        name={step.name}
        ask={`Delete “${step.name}”? Its players lose the rank, also in the game.`}
        call={() => saveSupporters({ ...data, steps: data.steps.filter((one) => one !== step) })}
        done="Deleted."
      />
    </Row>
  ));
}
