import { queryOptions, useQuery } from '@tanstack/react-query';

import { queryKey } from '#shared/query-key.ts';
import type { SiteState } from '#shared/site-settings.ts';

import { call } from './api.ts';
import { site } from './site.ts';

export const siteStateQuery = queryOptions({
  queryKey: queryKey('site', 'GET /api/site', {}),
  queryFn: ({ signal }) => call('GET /api/site', {}, { signal }),
  initialData: () => ({ communityUrl: site.communityUrl, banner: site.banner }),
  staleTime: Infinity,
});

/** Site settings that admins may change while the page is open. Starts with the first HTML's values. */
export function useSiteState(): SiteState {
  return useQuery(siteStateQuery).data;
}
