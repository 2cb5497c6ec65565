import type { Feature } from '#server/feature.ts';

import { loadDemoEvents } from './events.demo.ts';
import { eventJobs } from './events.jobs.ts';
import { describeEventPages } from './events.pages.ts';
import { registerEventRoutes } from './events.routes.ts';

export const events: Feature = {
  name: 'events',
  routes: registerEventRoutes,
  pages: describeEventPages,
  jobs: eventJobs,
  demo: loadDemoEvents,
};
