import { useQuery } from '@tanstack/react-query';
import { linkOptions, useSearch } from '@tanstack/react-router';

import { column, dateColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { Pager } from '#client/ui/data/pager.tsx';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { FilterForm } from '#client/ui/form/filter-form.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { LoggedCommand } from '#shared/endpoints/game-servers.ts';
import { commandStates, commandTypes } from '#shared/rules/commands.ts';

import { commandLogQuery } from './commands.queries.ts';
import { describeCommand, typeLabels } from './describe-command.ts';

const stateLooks: Record<
  LoggedCommand['state'],
  { label: string; tone: 'neutral' | 'moss' | 'ember' | 'blood' | 'sky' }
> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'sky' },
  done: { label: 'Done', tone: 'moss' },
  failed: { label: 'Failed', tone: 'blood' },
  unsupported: { label: 'Unsupported', tone: 'ember' },
  expired: { label: 'Expired', tone: 'ember' },
};

export function CommandLog() {
  const search = useSearch({ from: '/admin/server' });
  const { page, type, state } = search;
  return (
    <QueryPanel
      variant="plain"
      pad="none"
      heading="Command Log"
      icon="scroll"
      actions={
        <FilterForm
          inline
          search={search}
          keep={{ view: 'commands' }}
          fields={[
            {
              name: 'type',
              label: 'Command',
              hideLabel: true,
              placeholder: 'All commands',
              options: commandTypes.map((value) => ({ value, label: typeLabels[value] })),
            },
            {
              name: 'state',
              label: 'Result',
              hideLabel: true,
              placeholder: 'All results',
              options: commandStates.map((value) => ({ value, label: stateLooks[value].label })),
            },
          ]}
        />
      }
      query={useQuery(commandLogQuery(search))}
      errorHeading="The command log could not be loaded"
      loadingText="Loading the log..."
      height="320px"
    >
      {({ commands, pages }) => (
        <>
          {commands.length > 0 ? (
            <RecordTable caption="Commands" columns={columns} rows={commands} />
          ) : (
            <EmptyState
              scene="scroll"
              text={
                type || state
                  ? 'No commands match these filters.'
                  : 'No commands have been sent yet.'
              }
            />
          )}
          <Pager
            inPanel
            label="Pages of the log"
            page={page}
            pages={pages}
            link={(target) =>
              linkOptions({
                to: '/admin/server',
                search: { view: 'commands', type, state, page: target },
              })
            }
          />
        </>
      )}
    </QueryPanel>
  );
}

const columns: Column<LoggedCommand>[] = [
  {
    label: 'Command',
    rowHeader: true,
    cell: (command) => (
      <Text as="span" breaks>
        <Text as="b" tone="bright">
          {typeLabels[command.type]}
        </Text>{' '}
        {describeCommand(command)}
      </Text>
    ),
  },
  column('Server', ({ server }) => server, { narrow: true, priority: 3 }),
  column('By', ({ actor }) => actor, { narrow: true }),
  dateColumn('When', ({ createdAt }) => createdAt),
  column('Result', ({ state, detail }) => (
    <Row as="span" gap={2}>
      <Chip tone={stateLooks[state].tone}>{stateLooks[state].label}</Chip>
      {detail && (
        <Text as="span" tone="muted" breaks>
          {detail}
        </Text>
      )}
    </Row>
  )),
];
