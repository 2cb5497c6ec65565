import type { Feature } from '#server/feature.ts';

import { loadDemoContracts } from './contracts.demo.ts';
import { registerContractRoutes } from './contracts.routes.ts';

export const contracts: Feature = {
  name: 'contracts',
  routes: registerContractRoutes,
  demo: loadDemoContracts,
};
