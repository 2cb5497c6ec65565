import { trainedSkills } from '#shared/xp.ts';
import type { TrainedSkill } from '#shared/xp.ts';

import type { StatsReport } from './apply-report.ts';

/** A report as the game would send it; what is not named has not been trained. */
export function reportOf(
  name: string,
  experience: Partial<Record<TrainedSkill, number>> = {},
  observedAt = new Date(),
): StatsReport {
  return {
    name,
    observedAt,
    xpTenths: trainedSkills.map((skill) => Math.round((experience[skill] ?? 0) * 10)),
  };
}
