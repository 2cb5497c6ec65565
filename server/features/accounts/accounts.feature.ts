import type { Feature } from '#server/feature.ts';
import type { Job } from '#server/lib/data/jobs.ts';

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
    hourly('accounts/delete-expired-sessions', () => deleteExpiredSessions(deps.db)),
    hourly('accounts/delete-old-networks', () => deleteOldNetworks(deps.db)),
    hourly('accounts/delete-ended-sign-ins', () => deleteOldEndedSignIns(deps.db)),
    hourly('accounts/delete-expired-claims', () => deleteExpiredClaims(deps.db)),
    hourly('accounts/delete-old-names', () => deleteExpiredOldNames(deps.db)),
    hourly('accounts/seal-secrets', () => sealSecrets(deps)),
  ],
  async demo(deps) {
    await loadDemoAccounts(deps);
    await loadDemoPlayers(deps.db);
    await reserveDemoNames(deps);
  },
};

function hourly(name: string, run: Job['run']): Job {
  return { name, everySeconds: 3600, run };
}
