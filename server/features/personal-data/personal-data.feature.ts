import type { Feature } from '#server/feature.ts';

import { deleteDueAccounts } from './delete-accounts.service.ts';
import { registerPersonalDataRoutes } from './personal-data.routes.ts';

export const personalData: Feature = {
  name: 'personal-data',
  routes: registerPersonalDataRoutes,
  jobs: (deps, all) => [
    {
      name: 'personal-data/delete-accounts',
      everySeconds: 60,
      run: () => deleteDueAccounts({ ...deps, personalData: all }),
    },
  ],
};
