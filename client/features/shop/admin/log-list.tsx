import { linkOptions } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { QueryView } from '#client/ui/query-view.tsx';

import type { LogsSearch } from '../shop-search.ts';

import styles from './logs.module.css';

type Props<Page> = {
  query: ComponentProps<typeof QueryView<Page>>['query'];
  search: LogsSearch;
  /** URL of the CSV export. */
  csv: string;
  heading: string;
  renderTotals: (page: Page) => ReactNode;
  children: (page: Page) => ReactNode;
};

/** Shared by both logs: totals, table panel and pager. */
export function LogList<Page extends { page: number; pages: number; total: number }>({
  query,
  search,
  csv,
  heading,
  renderTotals,
  children,
}: Props<Page>) {
  return (
    <QueryView
      query={query}
      errorHeading="The log could not be loaded"
      loadingText="Loading the log..."
    >
      {(data) => (
        <Stack gap={4} aria-busy={query.isPlaceholderData}>
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
              <EmptyState
                scene="scroll"
                heading="Nothing found"
                text="No entries match this filter."
              />
            ) : (
              children(data)
            )}
          </Panel>
          <Pager
            label="Log pages"
            page={data.page}
            pages={data.pages}
            link={(page) => linkOptions({ to: '/admin/shop-logs', search: { ...search, page } })}
          />
        </Stack>
      )}
    </QueryView>
  );
}
