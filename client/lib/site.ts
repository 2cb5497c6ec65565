import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';

import type { Brand } from '#shared/endpoints/appearance.ts';
import type { SwitchableFeature } from '#shared/endpoints/site-settings.ts';
import { queryKey } from '#shared/query-key.ts';
import type { SiteInfo, Visit } from '#shared/site.ts';

import { call } from './api.ts';

export const visit = readBlock('visit') as Visit;

/** Starts with the first HTML's values. Admins may change what `GET /api/site` answers while the page is open. */
export const siteQuery = queryOptions({
  queryKey: queryKey('site', 'GET /api/site', {}),
  async queryFn({ client, signal }): Promise<SiteInfo> {
    const state = await call('GET /api/site', {}, { signal });
    const site = getSite(client);
    const { theme } = state.brand;
    if (theme !== site.brand.theme) (await import('./show-theme.ts')).showTheme(theme);
    return { ...site, ...state };
  },
  initialData: readSite,
  staleTime: Infinity,
});

/** Filled from `siteQuery` by client/app/app.tsx. */
export const Site = createContext({} as SiteInfo);

export function useSite(): SiteInfo {
  return use(Site);
}

/** The name, the words and the look of the site. */
export function useBrand(): Brand {
  return useSite().brand;
}

/** Whether a feature is on: an owner can switch some of them off. */
export function useIsOn(): (feature: SwitchableFeature) => boolean {
  const { featuresOff } = useSite();
  return (feature) => !featuresOff.includes(feature);
}

/** For code outside of components. */
export function getSite(queries: QueryClient): SiteInfo {
  return queries.getQueryData(siteQuery.queryKey) ?? readSite();
}

function readSite(): SiteInfo {
  return readBlock('site') as SiteInfo;
}

/** The server embeds both blocks in the first HTML. It has no document itself. */
function readBlock(id: string): unknown {
  if (typeof document === 'undefined') return {};
  return JSON.parse(document.getElementById(id)?.textContent ?? '{}');
}
