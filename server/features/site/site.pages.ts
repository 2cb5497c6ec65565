import type { FeatureContext } from '#server/feature.ts';
import { firstRead } from '#server/lib/pages/page-registry.ts';
import { queryKey } from '#shared/query-key.ts';
import { launcherFiles } from '#shared/rules/launcher-kinds.ts';

import { getLauncher } from './launcher.service.ts';

/** What the page describes until a launcher is live. */
const first = launcherFiles.jar;

export function describeSitePages({ pages, deps }: FeatureContext): void {
  const readName = async () => (await deps.brand.read()).name;
  pages.addAddresses([], async () => [{ path: '/play' }]);

  pages.describe('/play', async () => {
    const launcher = await getLauncher(deps);
    const java = launcher.isLive ? launcher.downloads.find(({ kind }) => kind === 'jar') : first;
    const systems = java?.requirement ? `, for every system that runs ${java.requirement}` : '';
    return {
      description: `Download the ${await readName()} launcher and start playing. Free, fan-made${systems}.`,
      data: [firstRead(queryKey('site', 'GET /api/launcher', {}), launcher)],
    };
  });
  pages.describe('/api/docs', async () => ({
    description: `Every endpoint of the ${await readName()} API, for developers who build tools with it.`,
  }));
}
