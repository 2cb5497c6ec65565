import type { Deps } from './deps.ts';
import { features } from './feature-list.ts';
import type { SiteSettingsOf } from './feature.ts';
import { auditPersonalData } from './lib/audit.personal-data.ts';
import { auditJobs } from './lib/audit.ts';
import type { Job } from './lib/jobs.ts';
import { mailPersonalData } from './lib/mail-queue.personal-data.ts';
import { mailJobs } from './lib/mail-queue.ts';
import type { PersonalData } from './lib/personal-data.ts';
import { rateLimitPersonalData } from './lib/rate-limit.personal-data.ts';
import { rateLimitJobs } from './lib/rate-limit.ts';
import { settingsPersonalData } from './lib/settings.personal-data.ts';

export function listJobs(deps: Deps): Job[] {
  return [
    ...features.flatMap((feature) => feature.jobs?.(deps, listPersonalData()) ?? []),
    ...auditJobs(deps.db),
    ...mailJobs(deps),
    ...rateLimitJobs(deps.db),
  ];
}

/** In the order of the parts in a download. */
export function listPersonalData(): PersonalData[] {
  return [
    ...features.flatMap((feature) => feature.personalData ?? []),
    mailPersonalData,
    auditPersonalData,
    settingsPersonalData,
    rateLimitPersonalData,
  ];
}

export function listSiteSettings(): SiteSettingsOf {
  return Object.assign({}, ...features.map((feature) => feature.siteSettings));
}
