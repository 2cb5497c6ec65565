import type { Feature } from '#server/feature.ts';

import { loadDemoServer } from './bridge.demo.ts';
import { bridgeJobs } from './bridge.jobs.ts';
import { registerBridgeRoutes } from './bridge.routes.ts';
import { registerServerRoutes } from './servers.routes.ts';

export const bridge: Feature = {
  name: 'bridge',
  async routes(context) {
    registerServerRoutes(context);
    await registerBridgeRoutes(context);
  },
  jobs: bridgeJobs,
  demo: loadDemoServer,
};
