import type { Deps } from './deps.ts';
import { features } from './feature-list.ts';
import type { SiteSettingsOf } from './feature.ts';
import { auditPersonalData } from './lib/data/audit.personal-data.ts';
import { auditJobs } from './lib/data/audit.ts';
import type { Job } from './lib/data/jobs.ts';
import type { PersonalData } from './lib/data/personal-data.ts';
import { settingsPersonalData } from './lib/data/settings.personal-data.ts';
import { mailPersonalData } from './lib/mail/mail-queue.personal-data.ts';
import { mailJobs } from './lib/mail/mail-queue.ts';
import { rateLimitPersonalData } from './lib/requests/rate-limit.personal-data.ts';
import { rateLimitJobs } from './lib/requests/rate-limit.ts';

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
