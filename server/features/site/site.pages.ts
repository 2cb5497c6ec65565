import type { FeatureContext } from '#server/feature.ts';

import { getLauncher } from './launcher.service.ts';

export function describeSitePages({ pages, deps }: FeatureContext): void {
  const { siteName } = deps.config;
  pages.addAddresses([], async () => [{ path: '/play' }]);

  pages.describe('/play', ['site'], async () => ({
    description: `Download the ${siteName} launcher and start playing. Free, fan-made, for every system that runs Java 11.`,
    data: [{ key: ['site', 'launcher'], value: await getLauncher(deps) }],
  }));
  pages.describe('/api/docs', [], () => ({
    description: `Every endpoint of the ${siteName} API, for developers who build tools with it.`,
  }));
}
