import { useInfiniteQuery } from '@tanstack/react-query';

import { CursorPages } from '#client/ui/data/cursor-pages.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#client/ui/feedback/skeleton-rows.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import type { AuditFilter } from '#shared/endpoints/audit.ts';

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
