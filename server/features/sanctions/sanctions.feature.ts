import type { Feature } from '#server/feature.ts';

import { sanctionJobs } from './sanctions.jobs.ts';

export const sanctions: Feature = {
  name: 'sanctions',
  jobs: sanctionJobs,
};
