import { useMutation, useQuery } from '@tanstack/react-query';

import { unlessCanceled } from '#client/lib/fresh-sign-in.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout, Failure } from '#client/ui/callout.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { QueryPanel } from '#client/ui/query-view.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import type { Backups, StoredBackup } from '#shared/backups.ts';
import { describeSize } from '#shared/sizes.ts';

import { backupsQuery, downloadBackup, requestBackup } from './backups.queries.ts';

export function BackupsPanel() {
  const query = useQuery(backupsQuery);
  const request = useMutation({ mutationFn: requestBackup });
  const isBeingMade = query.data ? query.data.requestedAt !== null : false;
  return (
    <QueryPanel
      variant="plain"
      heading="Backups"
      icon="copy"
      actions={
        <Button
          size="sm"
          icon="plus"
          pending={request.isPending || isBeingMade}
          onClick={() => request.mutate()}
        >
          {query.data?.failure ? 'Try Again' : 'Back Up Now'}
        </Button>
      }
      query={query}
      errorHeading="The backups could not be loaded"
      loadingText="Loading the backups..."
      height="240px"
    >
      {(data) => (
        <Stack gap={4}>
          <p>{describeSchedule(data)}</p>
          <Failure error={request.error} />
          <State backups={data} />
          {data.backups.length > 0 ? (
            <DataTable
              caption="Backups"
              columns={columns}
              rows={data.backups}
              rowKey={({ name }) => name}
              phone="cards"
              dense
            />
          ) : (
            data.problem === null && <EmptyState scene="chest" text="There is no backup yet." />
          )}
        </Stack>
      )}
    </QueryPanel>
  );
}

function describeSchedule({ place, everyHours, keepDays }: Backups): string {
  const where = `They are kept in ${place}.`;
  if (everyHours === 0) {
    return `Backups are not scheduled: set BACKUP_EVERY_HOURS to make them regularly. ${where}`;
  }
  const often = everyHours === 1 ? 'every hour' : `every ${everyHours} hours`;
  return `The site makes one ${often} and deletes it after ${keepDays} days. ${where}`;
}

function State({ backups: { requestedAt, failure, problem } }: { backups: Backups }) {
  return (
    <>
      {requestedAt && (
        <Callout live heading="A backup is being made">
          It appears below as soon as it has been written and checked. You can leave this page.
        </Callout>
      )}
      {failure && !requestedAt && (
        <Callout tone="danger" live heading="The last backup failed">
          <Timestamp at={failure.lastAt} />: {failure.reason}
        </Callout>
      )}
      {problem !== null && (
        <Callout tone="warning" heading="The backups cannot be listed">
          {problem}
        </Callout>
      )}
    </>
  );
}

const columns: Column<StoredBackup>[] = [
  { label: 'Made', rowHeader: true, cell: ({ at }) => <Timestamp at={at} /> },
  { label: 'By', cell: ({ requestedBy }) => requestedBy ?? 'Schedule' },
  { label: 'Size', numeric: true, cell: ({ bytes }) => describeSize(bytes) },
  { label: 'File', cell: ({ name }) => <code>{name}</code> },
  { label: 'Download', cell: ({ name }) => <DownloadButton name={name} /> },
];

function DownloadButton({ name }: { name: string }) {
  const download = useMutation({ mutationFn: () => unlessCanceled(downloadBackup(name)) });
  return (
    <>
      <Button
        size="sm"
        tone="quiet"
        icon="download"
        pending={download.isPending}
        aria-label={`Download ${name}`}
        onClick={() => download.mutate()}
      >
        Download
      </Button>
      <Failure error={download.error} />
    </>
  );
}
