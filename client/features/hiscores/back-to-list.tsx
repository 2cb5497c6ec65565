import { Link } from '@tanstack/react-router';

import { BackLink } from '#client/ui/back-link.tsx';

import { listSearch, useHiscoresAddress } from './hiscores-address.ts';

/** Links to the list and page that this view was opened from. */
export function BackToList() {
  const { skill, page } = useHiscoresAddress();
  return (
    <BackLink
      label="Back to Hiscores"
      render={(props) => <Link to="/hiscores" search={listSearch(skill, page)} {...props} />}
    />
  );
}
