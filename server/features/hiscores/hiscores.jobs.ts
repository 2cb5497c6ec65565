import type { Deps } from '#server/deps.ts';
import type { Job } from '#server/lib/data/jobs.ts';

import { computeTopGains, rankWaitingDays } from './history.service.ts';

export function hiscoresJobs(deps: Deps): Job[] {
  // Per replica: at worst, another replica computes the same gains again.
  let computedAt: Date | undefined;
  return [
    { name: 'hiscores/rank-days', everySeconds: 30, run: () => rankWaitingDays(deps) },
    {
      name: 'hiscores/top-gains',
      everySeconds: 120,
      async run() {
        const now = new Date();
        const isSameDay = computedAt?.toISOString().slice(0, 10) === now.toISOString().slice(0, 10);
        await computeTopGains(deps, isSameDay ? computedAt : undefined);
        computedAt = now;
      },
    },
  ];
}
