import type { Deps } from '#server/deps.ts';
import type { Job } from '#server/lib/data/jobs.ts';
import { gainPeriods } from '#shared/rules/hiscores.ts';
import type { GainPeriod } from '#shared/rules/hiscores.ts';

import { computeTopGains } from './gains.service.ts';
import { rankWaitingDays, thinOldDays } from './history.service.ts';
import { closeDueSeasons } from './seasons.service.ts';

export function hiscoresJobs(deps: Deps): Job[] {
  return [
    { name: 'hiscores/rank-days', everySeconds: 30, run: () => rankWaitingDays(deps) },
    gainsJob(deps, 'hiscores/top-gains', { everySeconds: 120, periods: ['day', 'week', 'month'] }),
    // Reads nearly every player.
    gainsJob(deps, 'hiscores/top-gains-of-year', { everySeconds: 3600, periods: ['year'] }),
    { name: 'hiscores/close-seasons', everySeconds: 10, run: () => closeDueSeasons(deps) },
    {
      name: 'hiscores/thin-days',
      everySeconds: 21_600,
      run: (signal) => thinOldDays(deps, signal),
    },
  ];
}

type Gains = { everySeconds: number; periods: GainPeriod[] };

function gainsJob(deps: Deps, name: string, { everySeconds, periods }: Gains): Job {
  // Per replica: at worst, another replica computes the same gains again.
  let computedAt: Date | undefined;
  return {
    name,
    everySeconds,
    async run() {
      const now = new Date();
      const isSameDay = computedAt?.toISOString().slice(0, 10) === now.toISOString().slice(0, 10);
      await computeTopGains(deps, {
        since: isSameDay ? computedAt : undefined,
        periods: periods.map((period) => gainPeriods[period]),
      });
      computedAt = now;
    },
  };
}
