import { useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { read } from '#client/lib/read.ts';
import { column, dateColumn, numberColumn } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { buildUrl } from '#shared/build-url.ts';
import type { Backups, StoredBackup } from '#shared/endpoints/backups.ts';
import { describeSize } from '#shared/rules/sizes.ts';

export function BackupsPanel() {
  const query = useQuery(backupsQuery);
  return (
    <QueryPanel
      variant="plain"
      heading="Backups"
      icon="copy"
      actions={
        <ActionButton
          size="sm"
          pending={query.data ? query.data.requestedAt !== null : false}
          action={{
            name: query.data?.failure ? 'Try Again' : 'Back Up Now',
            icon: 'plus',
            call: () => call('POST /api/admin/backups', {}),
          }}
        />
      }
      query={query}
      errorHeading="The backups could not be loaded"
      loadingText="Loading the backups..."
      height="240px"
    >
      {(data) => (
        <Stack gap={4}>
          <p>{describeSchedule(data)}</p>
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
    return `The site makes backups only when you ask for one. To have one made every day, see “Scheduled backups” in the guide docs/operations.md. ${where}`;
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
  dateColumn('Made', ({ at }) => at, { rowHeader: true, narrow: false }),
  column('By', ({ requestedBy }) => requestedBy ?? 'Schedule'),
  numberColumn('Size', ({ bytes }) => describeSize(bytes), { narrow: false }),
  column('File', ({ name }) => <code>{name}</code>),
  column('Download', ({ name }) => (
    <ActionButton
      size="sm"
      tone="quiet"
      label={`Download ${name}`}
      action={{
        name: 'Download',
        icon: 'download',
        isCancelable: true,
        call: () => downloadBackup(name),
      }}
    />
  )),
];

const backupsQuery = read('admin', 'GET /api/admin/backups', {});

/** The first call asks for the password if needed. The browser then saves the file itself: it may not fit in memory. */
async function downloadBackup(name: string): Promise<void> {
  const params = { name };
  await call('GET /api/admin/backups/{name}', { params });
  const href = buildUrl('/api/admin/backups/{name}/file', { params });
  Object.assign(document.createElement('a'), { href, download: name }).click();
}
