import { useEffect } from 'react';

import { titleOf } from '#shared/pages.ts';

import { site } from './site.ts';

/** For a page that shows one thing of many: its name instead of the route's title, once it is known. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = titleOf(title, site.name);
  }, [title]);
}
