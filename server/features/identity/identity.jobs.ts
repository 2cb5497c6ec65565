import type { Deps } from '#server/deps.ts';
import type { Job } from '#server/lib/data/jobs.ts';

import { deleteExpired } from './codes.db.ts';
import { removeReplacedKeys, rotateKeys } from './signing-keys.service.ts';

export function identityJobs({ config, db }: Pick<Deps, 'config' | 'db'>): Job[] {
  if (config.identity.kind !== 'embedded') return [];
  return [
    {
      name: 'identity/rotate-keys',
      everySeconds: 3600,
      async run() {
        await rotateKeys({ config, db });
        await removeReplacedKeys(db);
      },
    },
    { name: 'identity/delete-expired', everySeconds: 3600, run: () => deleteExpired(db) },
  ];
}
