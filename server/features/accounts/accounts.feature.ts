import type { Feature } from '#server/feature.ts';

import { loadDemoAccounts, loadDemoPlayers, reserveDemoNames } from './accounts.demo.ts';
import { describeAccountPages } from './accounts.pages.ts';
import { accountsPersonalData } from './accounts.personal-data.ts';
import { registerAccountRoutes } from './accounts.routes.ts';
import { removeAbandonedRegistrations } from './accounts.service.ts';
import { deleteOldNetworks } from './known-networks.db.ts';
import { deleteExpiredClaims } from './name-claims.db.ts';
import { deleteExpiredOldNames } from './rename.db.ts';
import { deleteExpiredSessions, deleteOldEndedSignIns } from './sessions.db.ts';
import { sealSecrets } from './two-factor.service.ts';

export const accounts: Feature = {
  name: 'accounts',
  personalData: accountsPersonalData,
  routes: registerAccountRoutes,
  pages: describeAccountPages,
  jobs: (deps) => [
    {
      name: 'accounts/remove-abandoned-registrations',
      everySeconds: 60,
      run: () => removeAbandonedRegistrations(deps),
    },
    {
      name: 'accounts/delete-expired-sessions',
      everySeconds: 3600,
      run: () => deleteExpiredSessions(deps.db),
    },
    {
      name: 'accounts/delete-old-networks',
      everySeconds: 3600,
      run: () => deleteOldNetworks(deps.db),
    },
    {
      name: 'accounts/delete-ended-sign-ins',
      everySeconds: 3600,
      run: () => deleteOldEndedSignIns(deps.db),
    },
    {
      name: 'accounts/delete-expired-claims',
      everySeconds: 3600,
      run: () => deleteExpiredClaims(deps.db),
    },
    {
      name: 'accounts/delete-old-names',
      everySeconds: 3600,
      run: () => deleteExpiredOldNames(deps.db),
    },
    { name: 'accounts/seal-secrets', everySeconds: 3600, run: () => sealSecrets(deps) },
  ],
  async demo(deps) {
    await loadDemoAccounts(deps);
    await loadDemoPlayers(deps.db);
    await reserveDemoNames(deps);
  },
};
