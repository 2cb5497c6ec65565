import type { FeatureContext } from '#server/feature.ts';
import { firstRead } from '#server/lib/page-registry.ts';
import { queryKey } from '#shared/query-key.ts';

import { getLauncher } from './launcher.service.ts';

export function describeSitePages({ pages, deps }: FeatureContext): void {
  const { siteName } = deps.config;
  pages.addAddresses([], async () => [{ path: '/play' }]);

  pages.describe('/play', async () => ({
    description: `Download the ${siteName} launcher and start playing. Free, fan-made, for every system that runs Java 11.`,
    data: [firstRead(queryKey('site', 'GET /api/launcher', {}), await getLauncher(deps))],
  }));
  pages.describe('/api/docs', () => ({
    description: `Every endpoint of the ${siteName} API, for developers who build tools with it.`,
  }));
}
