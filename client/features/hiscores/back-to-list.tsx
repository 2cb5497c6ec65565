import { BackLink } from '#client/ui/text/back-link.tsx';

import { useListSearch } from './use-lists.ts';

/** Links to the list and page that this view was opened from. */
export function BackToList() {
  return (
    <BackLink to="/hiscores" search={useListSearch()}>
      Back to Hiscores
    </BackLink>
  );
}
