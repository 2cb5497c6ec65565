import { useSearch } from '@tanstack/react-router';

import { BackLink } from '#client/ui/text/back-link.tsx';

/** Links to the list and page that this view was opened from. */
export function BackToList() {
  const { skill, page } = useSearch({ from: '/site/hiscores' });
  return (
    <BackLink to="/hiscores" search={{ skill, page }}>
      Back to Hiscores
    </BackLink>
  );
}
