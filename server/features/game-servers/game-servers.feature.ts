import type { Feature } from '#server/feature.ts';

import { loadDemoServer } from './game-servers.demo.ts';
import { gameServersPersonalData } from './game-servers.personal-data.ts';
import { markSilentServersOffline } from './heartbeat.service.ts';
import { deleteOldSamples, rollUpSamples } from './samples.db.ts';
import { registerServerRoutes } from './servers.routes.ts';
import { deleteRevokedTokens } from './tokens.db.ts';

export const gameServers: Feature = {
  name: 'game-servers',
  personalData: gameServersPersonalData,
  routes: registerServerRoutes,
  jobs: (deps) => [
    { name: 'bridge/notice-silence', everySeconds: 3, run: () => markSilentServersOffline(deps) },
    {
      name: 'game-servers/tidy',
      everySeconds: 900,
      async run() {
        await rollUpSamples(deps.db, { from: 60, to: 900, after: '2 days' });
        await rollUpSamples(deps.db, { from: 900, to: 3600, after: '60 days' });
        await deleteOldSamples(deps.db);
        await deleteRevokedTokens(deps.db);
      },
    },
  ],
  demo: loadDemoServer,
};
