import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

import { toLogsSearch } from './logs-search.ts';
import type { LogsSearch } from './logs-search.ts';

import styles from './logs.module.css';

type Query<Page> = {
  data: Page | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
  isPlaceholderData: boolean;
};

type Props<Page> = {
  query: Query<Page>;
  search: LogsSearch;
  /** URL of the CSV export. */
  csv: string;
  heading: string;
  renderTotals: (page: Page) => ReactNode;
  children: (page: Page) => ReactNode;
};

/** Shared by both logs: totals, table panel, pager, and the loading, error and empty states. */
export function LogList<Page extends { page: number; pages: number; total: number }>({
  query: { data, error, refetch, isPlaceholderData },
  search,
  csv,
  heading,
  renderTotals,
  children,
}: Props<Page>) {
  if (!data && error) {
    return (
      <Panel variant="plain">
        <ErrorState
          heading="The log could not be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      </Panel>
    );
  }
  if (!data) {
    return (
      <Loading text="Loading the log...">
        <Panel variant="plain" className={styles.stack}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
            <Skeleton key={row} height="44px" shape="block" />
          ))}
        </Panel>
      </Loading>
    );
  }
  return (
    <div className={styles.stack} aria-busy={isPlaceholderData}>
      <Panel variant="plain">
        <dl className={styles.totals}>{renderTotals(data)}</dl>
      </Panel>
      <Panel
        variant="plain"
        pad="none"
        heading={`${heading} (${data.total.toLocaleString('en')})`}
        actions={
          <ButtonLink size="sm" icon="download" href={csv} download>
            CSV
          </ButtonLink>
        }
      >
        {data.total === 0 ? (
          <EmptyState scene="scroll" heading="Nothing found" text="No entries match this filter." />
        ) : (
          children(data)
        )}
      </Panel>
      <Pager
        label="Log pages"
        page={data.page}
        pages={data.pages}
        link={(page) =>
          linkOptions({ to: '/admin/shop-logs', search: toLogsSearch({ ...search, page }) })
        }
      />
    </div>
  );
}

export function csvAddress(path: string, filter: Record<string, string | undefined>): string {
  const given = Object.entries(filter).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  const search = new URLSearchParams(given);
  return search.size > 0 ? `${path}?${search}` : path;
}
