import type { Feature } from '#server/feature.ts';

import { identityJobs } from './identity.jobs.ts';
import { registerIdentityRoutes } from './identity.routes.ts';

export const identity: Feature = {
  name: 'identity',
  routes: registerIdentityRoutes,
  jobs: identityJobs,
};
