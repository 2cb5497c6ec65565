import type { FeatureContext } from '#server/feature.ts';
import { firstRead } from '#server/lib/pages/page-registry.ts';
import { queryKey } from '#shared/query-key.ts';
import { launcherFiles } from '#shared/rules/launcher-kinds.ts';

import { getLauncher } from './launcher.service.ts';

/** The page describes this launcher until one is live. */
const first = launcherFiles.jar;

export function describeLauncherPages({ pages, deps }: FeatureContext): void {
  pages.addAddresses([], async () => [{ path: '/play' }]);

  pages.describe('/play', async () => {
    const launcher = await getLauncher(deps);
    const java = launcher.isLive ? launcher.downloads.find(({ kind }) => kind === 'jar') : first;
    const systems = java?.requirement ? `, for every system that runs ${java.requirement}` : '';
    const { name } = await deps.brand.read();
    return {
      description: `Download the ${name} launcher and start playing${systems}.`,
      data: [firstRead(queryKey('site', 'GET /api/launcher', {}), launcher)],
    };
  });
}
