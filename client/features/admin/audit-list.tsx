import { useInfiniteQuery } from '@tanstack/react-query';

import { CursorPages } from '#client/ui/cursor-pages.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { SkeletonRows } from '#client/ui/skeleton-rows.tsx';
import type { AuditFilter } from '#shared/audit.ts';

import { auditQuery } from './admin.queries.ts';
import { AuditEntries } from './audit-entries.tsx';

type Props = { filter: AuditFilter; hideSubject?: boolean | undefined };

export function AuditList({ filter, hideSubject }: Props) {
  const log = useInfiniteQuery(auditQuery(filter));
  return (
    <QueryView
      query={log}
      errorHeading="The log could not be loaded"
      loadingText="Loading the log..."
      skeleton={<SkeletonRows count={5} height="64px" />}
      panel="none"
    >
      {({ pages }) => {
        if (pages[0]?.entries.length === 0) {
          return <EmptyState scene="scroll" text="No entries match." />;
        }
        return (
          <Stack gap={4} aria-busy={log.isPlaceholderData}>
            <CursorPages label="Pages of the log" query={log}>
              {({ entries }) => <AuditEntries entries={entries} hideSubject={hideSubject} />}
            </CursorPages>
          </Stack>
        );
      }}
    </QueryView>
  );
}
