import type { Feature } from '#server/feature.ts';

import { registerBackupRoutes } from './backups.routes.ts';
import { createDeletionsKeeper } from './kept-deletions.service.ts';
import { makeDueBackup } from './scheduled-backups.service.ts';

export const backups: Feature = {
  name: 'backups',
  routes: registerBackupRoutes,
  jobs: (deps) => [
    { name: 'backups/keep-deletions', everySeconds: 60, run: createDeletionsKeeper(deps) },
    {
      name: 'backups/make-due',
      // Often, because an admin who asked for a backup waits for it.
      everySeconds: 5,
      run: (signal) => makeDueBackup(deps, { signal }),
    },
  ],
};
