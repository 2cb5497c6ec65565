import { useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate, useSearch } from '@tanstack/react-router';

import { Chip } from '#client/ui/chip.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Row } from '#client/ui/layout.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { QueryPanel } from '#client/ui/query-view.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { commandStates, commandTypes } from '#shared/commands.ts';
import type { LoggedCommand } from '#shared/game-servers.ts';

import { describeCommand, typeLabels } from './describe-command.ts';
import { commandLogQuery } from './servers.queries.ts';
import type { LogFilter } from './servers.queries.ts';

import styles from './command-log.module.css';

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
  const { page, type, state } = useSearch({ from: '/admin/server' });
  const filter = { page, type, state };
  return (
    <QueryPanel
      variant="plain"
      pad="none"
      heading="Command Log"
      icon="scroll"
      actions={<Filters />}
      query={useQuery(commandLogQuery(filter))}
      errorHeading="The command log could not be loaded"
      loadingText="Loading the log..."
      height="320px"
    >
      {({ commands, pages }) => (
        <>
          {commands.length > 0 ? (
            <DataTable
              caption="Commands"
              columns={columns}
              rows={commands}
              rowKey={({ id }) => id}
              phone="cards"
              dense
            />
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
          {pages > 1 && (
            <div className={styles.pages}>
              <Pager
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
            </div>
          )}
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
      <span className={styles.command}>
        <b>{typeLabels[command.type]}</b> {describeCommand(command)}
      </span>
    ),
  },
  { label: 'Server', narrow: true, priority: 3, cell: ({ server }) => server },
  { label: 'By', narrow: true, cell: ({ actor }) => actor },
  {
    label: 'When',
    narrow: true,
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  {
    label: 'Result',
    cell: ({ state, detail }) => (
      <span className={styles.result}>
        <Chip tone={stateLooks[state].tone}>{stateLooks[state].label}</Chip>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
    ),
  },
];

function Filters() {
  const { type, state } = useSearch({ from: '/admin/server' });
  const navigate = useNavigate();
  function choose(change: { type?: string; state?: string }) {
    // The route ignores the empty value of "All".
    const chosen = { type, state, ...change } as Pick<LogFilter, 'type' | 'state'>;
    const search = { view: 'commands' as const, ...chosen };
    void navigate({ to: '/admin/server', search, replace: true, resetScroll: false });
  }
  return (
    <Row gap={2}>
      <SelectField
        hideLabel
        label="Command"
        placeholder="All commands"
        value={type ?? ''}
        options={commandTypes.map((value) => ({ value, label: typeLabels[value] }))}
        onChange={(event) => choose({ type: event.target.value })}
      />
      <SelectField
        hideLabel
        label="Result"
        placeholder="All results"
        value={state ?? ''}
        options={commandStates.map((value) => ({ value, label: stateLooks[value].label }))}
        onChange={(event) => choose({ state: event.target.value })}
      />
    </Row>
  );
}
