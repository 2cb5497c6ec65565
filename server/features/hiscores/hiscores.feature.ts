import type { Feature } from '#server/feature.ts';

import { loadDemoHiscores } from './hiscores.demo.ts';
import { hiscoresJobs } from './hiscores.jobs.ts';
import { describeHiscoresPages } from './hiscores.pages.ts';
import { hiscoresPersonalData } from './hiscores.personal-data.ts';
import { registerHiscoresRoutes } from './hiscores.routes.ts';
import { hiscoreSettings } from './hiscores.settings.ts';

export const hiscores: Feature = {
  name: 'hiscores',
  offSwitch: {
    label: 'Hiscores',
    whenOff:
      'Without it there are no hiscores, no pages of players and no lists for other tools. Games go on reporting, so the levels are up to date when you switch it on again.',
  },
  personalData: hiscoresPersonalData,
  routes: registerHiscoresRoutes,
  pages: describeHiscoresPages,
  jobs: hiscoresJobs,
  siteSettings: hiscoreSettings,
  demo: loadDemoHiscores,
};
