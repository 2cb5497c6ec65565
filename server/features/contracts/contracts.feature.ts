import type { Feature } from '#server/feature.ts';

import { loadDemoContracts } from './contracts.demo.ts';
import { contractsPersonalData } from './contracts.personal-data.ts';
import { registerContractRoutes } from './contracts.routes.ts';

export const contracts: Feature = {
  name: 'contracts',
  personalData: contractsPersonalData,
  routes: registerContractRoutes,
  demo: loadDemoContracts,
};
