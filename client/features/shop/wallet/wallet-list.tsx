import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { ErrorState } from '#client/ui/error-state.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

import { toWalletSearch } from './wallet-search.ts';
import type { WalletView } from './wallet-search.ts';

import styles from './wallet-page.module.css';

type Query<Page> = {
  data: Page | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
  isPlaceholderData: boolean;
};

type Props<Page> = {
  query: Query<Page>;
  view: WalletView;
  /** Shown while loading. */
  text: string;
  empty: ReactNode;
  children: (page: Page) => ReactNode;
};

/** Shared by the wallet's three lists: pager, and the loading, error and empty states. */
export function WalletList<Page extends { page: number; pages: number; total: number }>({
  query: { data, error, refetch, isPlaceholderData },
  view,
  text,
  empty,
  children,
}: Props<Page>) {
  if (!data && error) {
    return (
      <Panel>
        <ErrorState
          heading="This list could not be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      </Panel>
    );
  }
  if (!data) {
    return (
      <Loading text={text}>
        <Panel className={styles.ghosts}>
          {['a', 'b', 'c', 'd'].map((row) => (
            <Skeleton key={row} shape="block" height="64px" />
          ))}
        </Panel>
      </Loading>
    );
  }
  if (data.total === 0) return <Panel>{empty}</Panel>;
  return (
    <div aria-busy={isPlaceholderData} className={styles.list}>
      {children(data)}
      <Pager
        label="Pages"
        page={data.page}
        pages={data.pages}
        link={(page) =>
          linkOptions({
            to: '/profile/wallet',
            search: toWalletSearch({ view, page }),
            resetScroll: false,
          })
        }
      />
    </div>
  );
}
