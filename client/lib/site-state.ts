import { queryOptions, useQuery } from '@tanstack/react-query';

import type { Brand } from '#shared/endpoints/appearance.ts';
import type { SiteState, SwitchableFeature } from '#shared/endpoints/site-settings.ts';
import { queryKey } from '#shared/query-key.ts';

import { call } from './api.ts';
import { site } from './site.ts';

export const siteStateQuery = queryOptions({
  queryKey: queryKey('site', 'GET /api/site', {}),
  async queryFn({ signal }) {
    const state = await call('GET /api/site', {}, { signal });
    const { theme } = state.brand;
    if (theme !== site.brand.theme) (await import('./show-theme.ts')).showTheme(theme);
    // For what does not follow changes by itself.
    Object.assign(site, state);
    return state;
  },
  initialData: (): SiteState => ({ ...site }),
  staleTime: Infinity,
});

/** Site settings that admins may change while the page is open. Starts with the first HTML's values. */
export function useSiteState(): SiteState {
  return useQuery(siteStateQuery).data;
}

export function useBrand(): Brand {
  return useSiteState().brand;
}

/** Whether a feature is on: an owner can switch some of them off. */
export function useIsOn(): (feature: SwitchableFeature) => boolean {
  const { featuresOff } = useSiteState();
  return (feature) => !featuresOff.includes(feature);
}
