import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { actionsColumn, column, dateColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { PagedView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Muted } from '#client/ui/text/text.tsx';
import type { DiscordMessage } from '#shared/endpoints/discord.ts';

import { messagesQuery } from './discord.queries.ts';
import { kindTexts } from './kind-texts.ts';

export function MessageLog() {
  const [page, setPage] = useState(1);
  return (
    <Panel variant="plain" pad="none" heading="Log" icon="scroll">
      <PagedView
        query={useQuery(messagesQuery(page))}
        errorHeading="The log could not be loaded"
        panel="none"
        label="Log"
        onPage={setPage}
        empty={<EmptyState small scene="signpost" text="No messages in the last 30 days." />}
      >
        {({ messages }) => <RecordTable caption="Log" columns={columns} rows={messages} />}
      </PagedView>
    </Panel>
  );
}

const stateTexts = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'moss' },
  failed: { label: 'Failed', tone: 'blood' },
  unknown: { label: 'Not confirmed', tone: 'ember' },
} as const;

const columns: Column<DiscordMessage>[] = [
  dateColumn('Time', ({ createdAt }) => createdAt),
  // Backslashes keep Discord from reading a text as markup.
  column('Message', ({ title }) => title.replaceAll(/\\(\W|_)/g, '$1'), { rowHeader: true }),
  column('Kind', ({ kind }) => kindTexts[kind].label, { priority: 2 }),
  column('State', ({ state, error }) => (
    <>
      <Chip tone={stateTexts[state].tone}>{stateTexts[state].label}</Chip>{' '}
      {error !== null && <Muted>{error}</Muted>}
    </>
  )),
  actionsColumn((message) => <RetryButton message={message} />),
];

function RetryButton({ message: { id, state, title } }: { message: DiscordMessage }) {
  if (state !== 'failed' && state !== 'unknown') return null;
  return (
    <ActionButton
      size="sm"
      label={`Send ${title} again`}
      action={{
        name: 'Send Again',
        ask:
          state === 'unknown'
            ? 'Send this message again? If it is in the channel already, it will be there twice.'
            : undefined,
        call: () =>
          call('POST /api/admin/discord/messages/{id}/retry', { params: { id: String(id) } }),
        done: 'The message is sent within seconds.',
      }}
    />
  );
}
