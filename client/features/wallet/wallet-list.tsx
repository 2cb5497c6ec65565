import { Link, linkOptions } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

import { useIsOn } from '#client/lib/site.ts';
import { PagedView } from '#client/ui/data/query-view.tsx';
import { SkeletonRows } from '#client/ui/feedback/skeleton-rows.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Hint, Text } from '#client/ui/text/text.tsx';

import type { WalletView } from './wallet-search.ts';

type Page = { page: number; pages: number; total: number };

type Props<P extends Page> = Pick<
  ComponentProps<typeof PagedView<P>>,
  'query' | 'loadingText' | 'empty' | 'children'
> & { view: WalletView };

export function WalletList<P extends Page>({ view, ...list }: Props<P>) {
  return (
    <PagedView
      {...list}
      errorHeading="This list could not be loaded"
      skeleton={
        <Panel>
          <SkeletonRows count={4} height="64px" />
        </Panel>
      }
      panel="stone"
      label="Pages"
      link={(page) =>
        linkOptions({
          to: '/profile/wallet',
          search: { view, page },
          resetScroll: false,
        })
      }
    />
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
