import { useState } from 'react';
import type { ReactNode } from 'react';

import { describePage, PagerSteps } from '#client/ui/data/pager.tsx';

type Query<Page> = {
  data: { pages: readonly Page[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

type Props<Page> = { label: string; query: Query<Page>; children: (page: Page) => ReactNode };

/** One page at a time of a list that is read by cursor. A page that was shown before is still there. */
export function CursorPages<Page>({ label, query, children }: Props<Page>) {
  const [wanted, setWanted] = useState(1);
  const pages = query.data?.pages ?? [];
  // Until it has been read, a wanted page is not among them.
  const number = Math.min(wanted, pages.length);
  const shown = pages[number - 1];
  if (!shown) return null;
  const hasNext = number < pages.length || query.hasNextPage;
  function go(target: number) {
    setWanted(target);
    if (target > pages.length) void query.fetchNextPage();
  }
  return (
    <>
      {children(shown)}
      {(number > 1 || hasNext) && (
        <PagerSteps
          label={label}
          status={describePage(number)}
          previous={number > 1 ? { onClick: () => go(number - 1) } : {}}
          next={hasNext ? { onClick: () => go(number + 1), pending: query.isFetchingNextPage } : {}}
        />
      )}
    </>
  );
}
