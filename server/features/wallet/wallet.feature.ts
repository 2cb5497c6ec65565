import type { Feature } from '#server/feature.ts';

import { walletJobs } from './wallet.jobs.ts';
import { registerWalletRoutes } from './wallet.routes.ts';

export const wallet: Feature = {
  name: 'wallet',
  routes: registerWalletRoutes,
  jobs: walletJobs,
};
