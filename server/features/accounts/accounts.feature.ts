import { loadDemoPlayers } from '#server/demo/demo-players.ts';
import type { Feature } from '#server/feature.ts';

import { loadDemoAccounts } from './accounts.demo.ts';
import { accountJobs } from './accounts.jobs.ts';
import { describeAccountPages } from './accounts.pages.ts';
import { registerAccountRoutes } from './accounts.routes.ts';

export const accounts: Feature = {
  name: 'accounts',
  routes: registerAccountRoutes,
  pages: describeAccountPages,
  jobs: accountJobs,
  async demo(deps) {
    await loadDemoAccounts(deps);
    await loadDemoPlayers(deps.db);
  },
};
