import type { Feature } from '#server/feature.ts';
import { ownRows } from '#server/lib/data/personal-data.ts';

import { loadDemoContracts } from './contracts.demo.ts';
import { registerContractRoutes } from './contracts.routes.ts';

export const contracts: Feature = {
  name: 'contracts',
  offSwitch: {
    label: 'Contracts',
    whenOff:
      'Without it there is no screen for contracts. Games keep the contracts that are enabled.',
  },
  personalData: {
    parts: [
      ownRows('Contracts you changed last', 'contracts.updated_by', 'id, name, updated_at', {
        by: 'name',
      }),
    ],
    names: ['contracts.updated_by'],
  },
  routes: registerContractRoutes,
  demo: loadDemoContracts,
};
