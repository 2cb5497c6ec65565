import type { FeatureContext } from '#server/feature.ts';
import { searchSite } from '#shared/endpoints/search.ts';

import { createSiteSearch } from './search.service.ts';

export function registerSearchRoutes({ app, on, deps }: FeatureContext): void {
  const siteSearch = createSiteSearch(deps);
  app.addHook('onClose', async () => siteSearch.close());

  on(searchSite, async ({ query, request, reply }) => {
    const session = await request.findSession();
    // The answer depends on the session.
    reply.header('cache-control', 'no-store');
    return siteSearch.search(query.q, session?.account);
  });
}
