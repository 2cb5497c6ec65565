import { useQuery } from '@tanstack/react-query';
import { linkOptions, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { readPage } from '#client/lib/read.ts';
import { useWords } from '#client/lib/words.ts';
import { coinsColumn, column, numberColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Button, ButtonLink } from '#client/ui/form/button.tsx';
import { FilterChips } from '#client/ui/form/filter-chips.tsx';
import { FilterForm } from '#client/ui/form/filter-form.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { buildUrl } from '#shared/build-url.ts';
import { revenueCsvPath } from '#shared/endpoints/revenue.ts';
import type { RevenueFilter, RevenueRow } from '#shared/endpoints/revenue.ts';
import { revenueGroups } from '#shared/rules/revenue.ts';

import { ShopTabs } from './admin/shop-tabs.tsx';

const TimeChart = lazy(async () => ({
  default: (await import('#client/ui/data/chart.tsx')).TimeChart,
}));

const labels = { item: 'By Item', sale: 'By Sale', code: 'By Code' };

function revenueQuery(query: RevenueFilter) {
  return readPage('shop', 'GET /api/admin/shop/revenue', { query });
}

export function AdminRevenuePage() {
  const search = useSearch({ from: '/admin/shop/revenue' });
  const query = useQuery(revenueQuery(search));
  const { coins } = useWords();
  return (
    <>
      <PageHeading lead={`${coins} spent in the store, by default in the last 30 days.`}>
        Shop
      </PageHeading>
      <ShopTabs />
      <Stack gap={3}>
        <FilterChips
          label="Group"
          chips={revenueGroups.map((by) => ({
            label: labels[by],
            active: by === search.by,
            link: linkOptions({ to: '/admin/shop/revenue', search: { ...search, by } }),
          }))}
        />
        <FilterForm
          search={search}
          keep={{ by: search.by }}
          fields={[
            { name: 'from', label: 'From', date: true },
            { name: 'until', label: 'Until', date: true },
          ]}
          submit={
            <Button type="submit" icon="search">
              Filter
            </Button>
          }
        />
      </Stack>
      <QueryView
        query={query}
        errorHeading="The revenue could not be loaded"
        loadingText="Loading revenue..."
      >
        {({ rows, days }) => (
          <Stack gap={4} aria-busy={query.isPlaceholderData}>
            {days.length > 1 && (
              <Panel variant="plain" heading="By Day" icon="chart">
                <Suspense fallback={<Skeleton shape="block" height="260px" />}>
                  <TimeChart
                    label={`${coins} spent per day.`}
                    times={days.map(({ day }) => day)}
                    series={[{ label: coins, values: days.map((one) => one.coins), tone: 'gold' }]}
                    height={220}
                    isCount
                  />
                </Suspense>
              </Panel>
            )}
            <Panel
              variant="plain"
              pad="none"
              heading={labels[search.by]}
              actions={
                <ButtonLink
                  size="sm"
                  icon="download"
                  href={buildUrl(revenueCsvPath, { query: search })}
                  download
                >
                  CSV
                </ButtonLink>
              }
            >
              {rows.length === 0 ? (
                <EmptyState small scene="scroll" text="Nothing was sold on these days." />
              ) : (
                <RecordTable
                  caption="Revenue"
                  columns={columns}
                  rows={[...rows, sumRows(rows)]}
                  isHighlighted={({ id }) => id === 0}
                />
              )}
            </Panel>
          </Stack>
        )}
      </QueryView>
    </>
  );
}

const columns: Column<RevenueRow>[] = [
  column('Name', ({ name }) => name, { rowHeader: true }),
  numberColumn('Purchases', ({ purchases }) => purchases),
  coinsColumn('Spent', ({ coins }) => coins),
  coinsColumn('Saved by players', ({ saved }) => saved),
  coinsColumn('Refunded', ({ refunded }) => refunded),
];

function sumRows(rows: readonly RevenueRow[]): RevenueRow {
  const sum = (read: (row: RevenueRow) => number) =>
    rows.reduce((total, row) => total + read(row), 0);
  return {
    id: 0,
    name: 'Total',
    purchases: sum(({ purchases }) => purchases),
    coins: sum(({ coins }) => coins),
    saved: sum(({ saved }) => saved),
    refunded: sum(({ refunded }) => refunded),
  };
}
