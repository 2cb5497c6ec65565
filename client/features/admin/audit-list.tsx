import { useInfiniteQuery } from '@tanstack/react-query';

import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { AuditFilter } from '#shared/audit.ts';

import { auditQuery } from './admin.queries.ts';
import { AuditEntries } from './audit-entries.tsx';

import styles from './admin-audit-page.module.css';

type Props = { filter: AuditFilter; hideSubject?: boolean | undefined };

export function AuditList({ filter, hideSubject }: Props) {
  const log = useInfiniteQuery(auditQuery(filter));
  if (!log.data && log.error) {
    return (
      <ErrorState
        heading="The log could not be loaded"
        text={log.error.message}
        onRetry={() => void log.refetch()}
      />
    );
  }
  if (!log.data) {
    return (
      <Loading text="Loading the log...">
        <div className={styles.ghosts}>
          {['a', 'b', 'c', 'd', 'e'].map((row) => (
            <Skeleton key={row} height="64px" shape="block" />
          ))}
        </div>
      </Loading>
    );
  }
  const entries = log.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    return <EmptyState scene="scroll" text="No entries match." />;
  }
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
}
