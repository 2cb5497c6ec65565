import { queryOptions, useQuery } from '@tanstack/react-query';

import type { SiteState } from '#shared/site-settings.ts';

import { call } from './api.ts';
import { site } from './site.ts';

// Loaded on demand: the endpoint is called only after an admin has changed something.
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

/** Site settings that admins may change while the page is open. Starts with the first HTML's values. */
export function useSiteState(): SiteState {
  return useQuery(siteStateQuery).data;
}
