import { queryOptions, useQuery } from '@tanstack/react-query';

import type { SiteState } from '#shared/site-settings.ts';

import { call } from './api.ts';
import { site } from './site.ts';

// Apart from the first load: it is asked for only when an admin changes something.
const loadEndpoints = () => import('#shared/site-settings.ts');

export const siteStateQuery = queryOptions({
  queryKey: ['site', 'state'],
  queryFn: async ({ signal }) => {
    const { getSiteState } = await loadEndpoints();
    return call(getSiteState, {}, { signal });
  },
  initialData: () => ({ communityUrl: site.communityUrl, banner: site.banner }),
  staleTime: Infinity,
});

/** What admins may change while the page is open; it began with what the first HTML said. */
export function useSiteState(): SiteState {
  return useQuery(siteStateQuery).data;
}
