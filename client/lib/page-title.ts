import { useEffect } from 'react';

import { titleOf } from '#shared/pages.ts';

import { site } from './site.ts';

/** Replaces the route's title, e.g. with the title of the post shown, once it is loaded. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = titleOf(title, site.brand.name);
  }, [title]);
}
