import type { Feature } from '#server/feature.ts';

import { walletJobs } from './wallet.jobs.ts';
import { walletPersonalData } from './wallet.personal-data.ts';
import { registerWalletRoutes } from './wallet.routes.ts';

export const wallet: Feature = {
  name: 'wallet',
  personalData: walletPersonalData,
  routes: registerWalletRoutes,
  jobs: walletJobs,
};
