import type { Deps } from '#server/deps.ts';
import type { Job } from '#server/lib/jobs.ts';

import { endDuePolls } from './polls.service.ts';

export function pollJobs(deps: Deps): Job[] {
  return [{ name: 'polls/end-in-time', everySeconds: 2, run: () => endDuePolls(deps) }];
}
