import type { Feature } from '#server/feature.ts';

import { makeDueBackup } from './scheduled-backups.service.ts';

export const backups: Feature = {
  name: 'backups',
  jobs: (deps) =>
    deps.config.backups.everyHours === 0
      ? []
      : [
          {
            name: 'backups/make-due',
            everySeconds: 60,
            run: (signal) => makeDueBackup(deps, { signal }),
          },
        ],
};
