import type { Deps } from './deps.ts';
import { features } from './feature-list.ts';
import type { Feature, FeatureContext, SiteSettingsOf } from './feature.ts';
import { auditPersonalData } from './lib/data/audit.personal-data.ts';
import { auditJobs } from './lib/data/audit.ts';
import { isOn } from './lib/data/feature-switches.ts';
import type { Job } from './lib/data/jobs.ts';
import type { PersonalData } from './lib/data/personal-data.ts';
import { settingsPersonalData } from './lib/data/settings.personal-data.ts';
import { mailPersonalData } from './lib/mail/mail-queue.personal-data.ts';
import { mailJobs } from './lib/mail/mail-queue.ts';
import { rateLimitPersonalData } from './lib/requests/rate-limit.personal-data.ts';
import { rateLimitJobs } from './lib/requests/rate-limit.ts';

export function listJobs(deps: Deps): Job[] {
  return [
    ...features.flatMap((feature) => listJobsOf(feature, deps)),
    ...auditJobs(deps.db),
    ...mailJobs(deps),
    ...rateLimitJobs(deps.db),
  ];
}

/** The jobs of a feature that is switched off do nothing until it is on again. */
function listJobsOf(feature: Feature, deps: Deps): Job[] {
  const jobs = feature.jobs?.(deps, listPersonalData()) ?? [];
  if (!feature.offSwitch) return jobs;
  return jobs.map((job) => ({
    ...job,
    async run(signal) {
      if (await isOn(deps, feature.name)) await job.run(signal);
    },
  }));
}

export function listOffSwitches(): FeatureContext['offSwitches'] {
  return features.flatMap(({ name, offSwitch }) => (offSwitch ? [{ name, ...offSwitch }] : []));
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
