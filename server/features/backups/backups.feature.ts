import type { Feature } from '#server/feature.ts';

import { createDeletionsKeeper } from './kept-deletions.service.ts';
import { makeDueBackup } from './scheduled-backups.service.ts';

export const backups: Feature = {
  name: 'backups',
  jobs: (deps) => [
    { name: 'backups/keep-deletions', everySeconds: 60, run: createDeletionsKeeper(deps) },
    ...(deps.config.backups.everyHours === 0
      ? []
      : [
          {
            name: 'backups/make-due',
            everySeconds: 60,
            run: (signal?: AbortSignal) => makeDueBackup(deps, { signal }),
          },
        ]),
  ],
};
