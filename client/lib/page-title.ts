import { useEffect } from 'react';

import { titleOf } from '#shared/pages.ts';

import { useBrand } from './site.ts';

/** Replaces the route's title, e.g. with the title of the post shown, once it is loaded. */
export function usePageTitle(title: string | undefined): void {
  const { name } = useBrand();
  useEffect(() => {
    if (title !== undefined) document.title = titleOf(title, name);
  }, [title, name]);
}
