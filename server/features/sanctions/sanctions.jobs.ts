import type { Deps } from '#server/deps.ts';
import type { Job } from '#server/lib/jobs.ts';

import { closeExpiredSanctions } from './sanctions.service.ts';

export function sanctionJobs(deps: Deps): Job[] {
  return [
    { name: 'sanctions/close-expired', everySeconds: 15, run: () => closeExpiredSanctions(deps) },
  ];
}
