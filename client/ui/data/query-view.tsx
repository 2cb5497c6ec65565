import type { ComponentProps, ReactNode } from 'react';

import { Pager } from '#client/ui/data/pager.tsx';
import type { PagerProps } from '#client/ui/data/pager.tsx';
import { ErrorState } from '#client/ui/feedback/error-state.tsx';
import { Loading } from '#client/ui/feedback/loading.tsx';
import { SkeletonRows } from '#client/ui/feedback/skeleton-rows.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { AppError } from '#shared/errors.ts';

export type Query<Data> = {
  data: Data | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
  isPlaceholderData?: boolean;
};

type Props<Data> = {
  query: Query<Data>;
  /** E.g. `The polls could not be loaded`. */
  errorHeading: string;
  errorText?: ((error: Error) => ReactNode) | undefined;
  /** Instead of the error with a retry, if the server does not know what the address names. */
  missing?: ReactNode;
  /** E.g. `Loading polls...`. Small panels may leave it out and show only their skeleton. */
  loadingText?: string | undefined;
  /** Shown behind the loading text. By default six rows in a panel. */
  skeleton?: ReactNode;
  /** The panel around errors and the default skeleton; `none` where the view is inside one. */
  panel?: 'stone' | 'plain' | 'none' | undefined;
  /** Shows an error with less room, for small panels. */
  small?: boolean | undefined;
  children: (data: Data) => ReactNode;
};

/** One view for the states of a query: pending, failed with a retry, ready. */
export function QueryView<Data>({
  query: { data, error, refetch },
  errorHeading,
  errorText,
  missing,
  loadingText,
  skeleton,
  panel = 'plain',
  small,
  children,
}: Props<Data>) {
  if (data !== undefined) return children(data);
  if (missing && error instanceof AppError && error.status === 404) {
    return <Frame panel={panel}>{missing}</Frame>;
  }
  if (error) {
    return (
      <Frame panel={panel}>
        <ErrorState
          small={small}
          heading={errorHeading}
          text={errorText?.(error) ?? error.message}
          onRetry={() => void refetch()}
        />
      </Frame>
    );
  }
  const ghost = skeleton ?? (
    <Frame panel={panel}>
      <SkeletonRows />
    </Frame>
  );
  return loadingText === undefined ? ghost : <Loading text={loadingText}>{ghost}</Loading>;
}

type PanelProps<Data> = Omit<ComponentProps<typeof Panel>, 'children'> &
  Pick<Props<Data>, 'query' | 'errorHeading' | 'loadingText' | 'children'> & {
    /** Roughly that of the content, so that the page does not jump. */
    height: string;
  };

/** A panel whose heading is there before its content. */
export function QueryPanel<Data>({
  query,
  errorHeading,
  loadingText,
  height,
  children,
  ...panel
}: PanelProps<Data>) {
  return (
    <Panel {...panel}>
      <QueryView
        query={query}
        errorHeading={errorHeading}
        loadingText={loadingText}
        skeleton={<Skeleton shape="block" height={height} />}
        panel="none"
      >
        {children}
      </QueryView>
    </Panel>
  );
}

type Page = { page: number; pages: number; total: number };

type PagedProps<Data> = Props<Data> & Omit<PagerProps, 'page' | 'pages'> & { empty: ReactNode };

/** A query view for one page of a list: adds the empty state and the pager. */
export function PagedView<Data extends Page>({
  label,
  link,
  onPage,
  empty,
  children,
  ...view
}: PagedProps<Data>) {
  return (
    <QueryView {...view}>
      {(data) =>
        data.total === 0 ? (
          <Frame panel={view.panel}>{empty}</Frame>
        ) : (
          <Stack aria-busy={view.query.isPlaceholderData}>
            {children(data)}
            <Pager label={label} link={link} onPage={onPage} page={data.page} pages={data.pages} />
          </Stack>
        )
      }
    </QueryView>
  );
}

function Frame({
  panel = 'plain',
  children,
}: {
  panel?: Props<unknown>['panel'];
  children: ReactNode;
}) {
  return panel === 'none' ? children : <Panel variant={panel}>{children}</Panel>;
}
