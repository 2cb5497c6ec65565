import type { Feature } from '#server/feature.ts';

import { loadDemoHiscores } from './hiscores.demo.ts';
import { hiscoresJobs } from './hiscores.jobs.ts';
import { describeHiscoresPages } from './hiscores.pages.ts';
import { hiscoresPersonalData } from './hiscores.personal-data.ts';
import { registerHiscoresRoutes } from './hiscores.routes.ts';
import { hiscoreSettings } from './hiscores.settings.ts';

export const hiscores: Feature = {
  name: 'hiscores',
  personalData: hiscoresPersonalData,
  routes: registerHiscoresRoutes,
  pages: describeHiscoresPages,
  jobs: hiscoresJobs,
  siteSettings: hiscoreSettings,
  demo: loadDemoHiscores,
};
