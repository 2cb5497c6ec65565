import type { Feature } from '#server/feature.ts';

import { identityJobs } from './identity.jobs.ts';
import { identityPersonalData } from './identity.personal-data.ts';
import { registerIdentityRoutes } from './identity.routes.ts';

export const identity: Feature = {
  name: 'identity',
  personalData: identityPersonalData,
  routes: registerIdentityRoutes,
  jobs: identityJobs,
};
