import type { Feature } from '#server/feature.ts';

import { loadDemoPolls } from './polls.demo.ts';
import { pollJobs } from './polls.jobs.ts';
import { describePollPages } from './polls.pages.ts';
import { registerPollRoutes } from './polls.routes.ts';

export const polls: Feature = {
  name: 'polls',
  routes: registerPollRoutes,
  pages: describePollPages,
  jobs: pollJobs,
  demo: loadDemoPolls,
};
