import { useInfiniteQuery } from '@tanstack/react-query';

import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { SkeletonRows } from '#client/ui/skeleton-rows.tsx';
import type { AuditFilter } from '#shared/audit.ts';

import { auditQuery } from './admin.queries.ts';
import { AuditEntries } from './audit-entries.tsx';

import styles from './admin-audit-page.module.css';

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
        const entries = pages.flatMap((page) => page.entries);
        if (entries.length === 0) return <EmptyState scene="scroll" text="No entries match." />;
        return (
          <div aria-busy={log.isPlaceholderData}>
            <AuditEntries entries={entries} hideSubject={hideSubject} />
            {log.hasNextPage && (
              <div className={styles.more}>
                <Button pending={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                  Show older entries
                </Button>
              </div>
            )}
          </div>
        );
      }}
    </QueryView>
  );
}
