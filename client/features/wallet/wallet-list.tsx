import { Link, linkOptions } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

import { useIsOn } from '#client/lib/site.ts';
import { DataTable } from '#client/ui/data/data-table.tsx';
import { PagedView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#client/ui/feedback/skeleton-rows.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Hint, Text } from '#client/ui/text/text.tsx';

import type { WalletView } from './wallet-search.ts';

type Page = { page: number; pages: number; total: number };

type Props<P extends Page> = Pick<ComponentProps<typeof PagedView<P>>, 'query' | 'children'> & {
  view: WalletView;
  empty: Omit<ComponentProps<typeof EmptyState>, 'scene'>;
};

export function WalletList<P extends Page>({ view, empty, ...list }: Props<P>) {
  return (
    <PagedView
      {...list}
      errorHeading="This list could not be loaded"
      loadingText={`Loading your ${view}...`}
      skeleton={
        <Panel>
          <SkeletonRows count={4} height="64px" />
        </Panel>
      }
      panel="stone"
      label="Pages"
      link={(page) =>
        linkOptions({ to: '/profile/wallet', search: { view, page }, resetScroll: false })
      }
      empty={<EmptyState scene="chest" {...empty} />}
    />
  );
}

type TableProps<Row> = Pick<ComponentProps<typeof DataTable<Row>>, 'caption' | 'columns' | 'rows'>;

export function WalletTable<Row extends { id: string }>(props: TableProps<Row>) {
  return (
    <Panel pad="none">
      <DataTable {...props} rowKey={({ id }) => id} phone="cards" />
    </Panel>
  );
}

type LinkProps = { about: string; label: string; children: ReactNode };

/** Hidden while the inbox is off. */
export function SupportLink({ about, label, children }: LinkProps) {
  if (!useIsOn()('inbox')) return null;
  return (
    <Link to="/support" search={{ about }} aria-label={label}>
      {children}
    </Link>
  );
}

export function Memo({ text, detail }: { text: string; detail: ReactNode }) {
  return (
    <>
      <Text tone="bright" strong breaks>
        {text}
      </Text>
      {detail && <Hint>{detail}</Hint>}
    </>
  );
}
