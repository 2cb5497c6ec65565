import type { Deps } from '#server/deps.ts';
import type { Job } from '#server/lib/jobs.ts';

import { removeAbandonedRegistrations } from './accounts.service.ts';
import { deleteExpiredSessions } from './sessions.db.ts';

export function accountJobs(deps: Deps): Job[] {
  return [
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
  ];
}
